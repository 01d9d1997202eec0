import type { MiddlewareHandler } from 'hono';
import type { Env } from './env.ts';
import { UserError } from './errors.ts';
import { requireUser } from './session.ts';

const OWNER_ONLY = 'This is for the owner only.';

/** 401 for visitors, 403 for everybody but the owner; the role is read from the session's row. */
export const ownersOnly: MiddlewareHandler<Env> = async (c, next) => {
  if (requireUser(c).role !== 'owner') throw new UserError(403, OWNER_ONLY);
  await next();
};
