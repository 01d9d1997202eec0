import { defineEvent } from '../../platform/events.ts';

/** A user changed their name or picture, which are shown with their reviews. */
export const userProfileChanged = defineEvent<{ userId: string }>('profile.changed');
