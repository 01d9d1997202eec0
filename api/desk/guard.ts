import type { Context, MiddlewareHandler } from 'hono';
import type { User } from '../../db/schema.ts';
import type { Env } from '../lib/env.ts';
import { UserError } from '../lib/errors.ts';
import { requireUser } from '../lib/session.ts';
import { OWNER_ONLY } from './rules.ts';

/** The owner; 401 for nobody, 403 for anybody else. */
export function requireOwner(c: Context<Env>): User {
  const user = requireUser(c);
  if (user.role !== 'owner') throw new UserError(403, OWNER_ONLY);
  return user;
}

/** Refuses before anything is read of what was sent. */
export const ownersOnly: MiddlewareHandler<Env> = async (c, next) => {
  requireOwner(c);
  await next();
};
