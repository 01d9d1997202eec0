import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { isStorageTrouble } from '../../../db/database.ts';
import { failure, unavailable } from './unavailable.ts';

export { failure };

/** An error with a message for people. Use cases throw it to reject a request. One with a cause is logged. */
export class ApiError extends Error {
  readonly status: ContentfulStatusCode;
  readonly field: string | undefined;
  readonly retryAfter: number | undefined;
  /** What the response says besides the message. */
  readonly details: Record<string, unknown> | undefined;

  constructor(
    status: ContentfulStatusCode,
    message: string,
    more: {
      field?: string;
      retryAfter?: number;
      details?: Record<string, unknown>;
      cause?: unknown;
    } = {},
  ) {
    super(message, 'cause' in more ? { cause: more.cause } : {});
    this.status = status;
    this.field = more.field;
    this.retryAfter = more.retryAfter;
    this.details = more.details;
  }
}

/** Whether a rate limit refused. */
export const isOverLimit = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 429;

export const SIGN_IN_FIRST = 'Please sign in first.';
// Must not mention payment: payment routes handle storage failures themselves.
const NOT_SAVED = 'This could not be saved just now. Please try again.';
const NOT_READ = 'This could not be read just now. Please try again.';
const BROKEN = 'Something went wrong, please try again.';

const HTTP_TEXTS: Partial<Record<number, string>> = {
  400: 'The request could not be read.',
  413: 'That is too large.',
};

/** Turns any thrown error into a response; the only place that does. */
export async function answerError(
  error: Error,
  c: Context,
  report: (error: Error) => void,
): Promise<Response> {
  if (error instanceof ApiError) {
    if (error.cause) report(error);
    if (error.retryAfter) c.header('Retry-After', String(error.retryAfter));
    return c.json({ ...error.details, ...failure(error.message, error.field) }, error.status);
  }
  if (error instanceof HTTPException) {
    return c.json(failure(HTTP_TEXTS[error.status] ?? BROKEN), error.status);
  }
  report(error);
  if (isStorageTrouble(error)) {
    const answer = await unavailable(c.req.raw, c.req.method === 'GET' ? NOT_READ : NOT_SAVED);
    return c.newResponse(answer.body, answer);
  }
  return c.json(failure(BROKEN), 500);
}
