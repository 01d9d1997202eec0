import type { MiddlewareHandler } from 'hono';
import type { Env } from '../../platform/http/env.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { requireBuyer } from './sessions.ts';

const OWNER_ONLY = 'This is for the owner of the shop.';

/** Refuses everybody but the owner before anything is read of what was sent. */
export const ownersOnly: MiddlewareHandler<Env> = async (c, next) => {
  if (requireBuyer(c).role !== 'owner') throw new ApiError(403, OWNER_ONLY);
  await next();
};
