import { defineEvent } from '../../platform/events.ts';

/** The name or the picture that stands beside somebody's reviews. */
export const profileChanged = defineEvent<object>('profile.changed');
