import type { MiddlewareHandler } from 'hono';
import type { Env } from './env.ts';
import { UserError } from './errors.ts';
import { requireBuyer } from './session.ts';

const OWNER_ONLY = 'This is for the owner of the shop.';

/** Refuses everybody but the owner before anything is read of what was sent. */
export const ownersOnly: MiddlewareHandler<Env> = async (c, next) => {
  if (requireBuyer(c).role !== 'owner') throw new UserError(403, OWNER_ONLY);
  await next();
};
