import type { HttpBindings } from '@hono/node-server';
import { SECOND } from '../clock.ts';
import { failure } from './errors.ts';

type Fetch = (request: Request, env: HttpBindings) => Response | Promise<Response>;

export interface ResponseLimits {
  /** The time within which a response must begin. */
  firstByteMs: number;
  /** The time without a byte sent or read after which a connection is closed. */
  idleMs: number;
}

/** The longest answers are backups and checks of the whole audit log. */
export const RESPONSE_LIMITS: ResponseLimits = { firstByteMs: 120 * SECOND, idleMs: 30 * SECOND };

const TOO_SLOW = 'This took too long. Reload the page to see whether it was done, then try again.';

/** No request waits forever: a response that does not begin becomes a 503, one that stalls is cut off. */
export function withResponseLimits(
  answer: Fetch,
  { firstByteMs, idleMs }: ResponseLimits,
): (request: Request, env: HttpBindings) => Response | Promise<Response> {
  return (request, env) => {
    const limited = (response: Response) => {
      // Runs while a response makes no progress; Node resets it before the next request.
      env.outgoing.socket?.setTimeout(idleMs);
      return response;
    };
    const answered = answer(request, env);
    if (answered instanceof Response) return limited(answered);
    return new Promise<Response>((done, failed) => {
      const timer = setTimeout(() => {
        // Nobody reads what comes later.
        answered.then(({ body }) => body?.cancel()).catch(() => {});
        done(tooSlow());
      }, firstByteMs);
      answered.then(done, failed).finally(() => clearTimeout(timer));
    }).then(limited);
  };
}

const tooSlow = () =>
  Response.json(failure(TOO_SLOW), { status: 503, headers: { 'Cache-Control': 'no-store' } });
