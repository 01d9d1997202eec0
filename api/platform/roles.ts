import type { User } from '../../db/schema.ts';

type ShownRole = User['role'] | 'assistant';

/** The role of a user. An assistant is stored as a buyer with the date since when they assist. */
export const roleOf = (user: Pick<User, 'role' | 'assistant_since'>): ShownRole =>
  user.assistant_since === null ? user.role : 'assistant';

/** Whether this is the owner or an assistant. */
export const isStaff = (user: Pick<User, 'role' | 'assistant_since'>): boolean =>
  roleOf(user) !== 'buyer';
