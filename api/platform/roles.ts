import type { User } from '../../db/schema.ts';

export type ShownRole = User['role'] | 'assistant';

/** What somebody is: an assistant is stored as a buyer since when they work for the owner. */
export const roleOf = (user: Pick<User, 'role' | 'assistant_since'>): ShownRole =>
  user.assistant_since === null ? user.role : 'assistant';

/** The owner and assistants. */
export const isStaff = (user: Pick<User, 'role' | 'assistant_since'>): boolean =>
  roleOf(user) !== 'buyer';
