import type { Context, MiddlewareHandler } from 'hono';
import type { User } from '../../../db/schema.ts';
import type { Env } from '../../platform/http/env.ts';
import { ApiError, SIGN_IN_FIRST } from '../../platform/http/errors.ts';

const VERIFY_FIRST = 'Please verify your e-mail address first.';
const OWNER_ONLY = 'This is for the studio’s owner.';

/** Returns the signed-in user, confirmed or not. Throws 401 otherwise. */
export function requireUser(c: Context<Env>): User {
  if (!c.var.user) throw new ApiError(401, SIGN_IN_FIRST);
  return c.var.user;
}

/** Returns the signed-in user with a confirmed address. Throws 401 or 403 otherwise. */
export function requireVerifiedUser(c: Context<Env>): User {
  const user = requireUser(c);
  if (!user.is_verified) throw new ApiError(403, VERIFY_FIRST);
  return user;
}

/** Middleware that runs a check before the body is read. The check refuses by throwing. */
export const guard =
  (check: (c: Context<Env>) => unknown): MiddlewareHandler<Env> =>
  async (c, next) => {
    await check(c);
    await next();
  };

export const usersOnly = guard(requireUser);
export const verifiedOnly = guard(requireVerifiedUser);
export const ownersOnly = guard((c) => {
  if (requireVerifiedUser(c).role !== 'owner') throw new ApiError(403, OWNER_ONLY);
});
