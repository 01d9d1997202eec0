import type { User } from '../../../db/schema.ts';
import { defineEvent } from '../../platform/events.ts';

/** A user changed their name or picture, which are shown with their reviews. */
export const userProfileChanged = defineEvent<{ userId: string }>('profile.changed');

/** A person has a new password: whatever somebody else may have opened with the old one ends. */
export const passwordChanged = defineEvent<{ user: User }>('password.changed');
