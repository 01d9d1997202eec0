import { type Context, Hono } from 'hono';
import type { Env } from './env.ts';
import { ApiError } from './errors.ts';

const MAX_PATHS = 8;
/** Marks the requests of a batch, which must not contain a batch. */
const PART = 'X-Batch-Part';

type Dispatch = (request: Request, env: Context<Env>['env']) => Response | Promise<Response>;

/**
 * Answers several GET requests of one page in one response: `?path=…&path=…`. Each is dispatched with the
 * caller's headers, so that it has the same result as alone. Not compressed, because the parts contain free
 * text of other people (BREACH).
 */
export const batch = (base: string, dispatch: Dispatch) =>
  new Hono<Env>().get('/', async (c) => {
    const paths = c.req.queries('path') ?? [];
    const isValid = paths.length <= MAX_PATHS && paths.every((path) => path.startsWith(`${base}/`));
    if (!isValid || c.req.header(PART))
      throw new ApiError(400, 'This cannot be asked for together.');
    const responses = await Promise.all(paths.map((path) => answer(c, path, dispatch)));
    return c.json({ success: true as const, responses });
  });

async function answer(c: Context<Env>, path: string, dispatch: Dispatch) {
  const headers = new Headers(c.req.raw.headers);
  headers.set(PART, '1');
  // Each part must be complete and uncompressed, whatever the browser has cached.
  for (const name of ['Accept-Encoding', 'If-None-Match']) headers.delete(name);
  const response = await dispatch(new Request(new URL(path, c.req.url), { headers }), c.env);
  const body: unknown = await response.json().catch(() => null);
  return { status: response.status, body };
}
