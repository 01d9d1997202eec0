import type { Context } from 'hono';
import { matchedRoutes } from 'hono/route';
import type { Env } from './env.ts';

/** The path of the matched route as registered, with parameter names; '' without one. */
export const registeredPath = (c: Context<Env>): string =>
  matchedRoutes(c).find(({ method }) => method === c.req.method)?.path ?? '';
