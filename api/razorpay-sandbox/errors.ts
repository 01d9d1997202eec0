import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

interface ErrorBody {
  code: string;
  description: string;
  field?: string;
  source: string;
  step: string;
  reason: string;
  metadata: { payment_id?: string; order_id?: string };
}

type Details = Partial<Omit<ErrorBody, 'description'>> & { status?: ContentfulStatusCode };

/** An error with the provider's text and format. */
export class SandboxError extends Error {
  readonly status: ContentfulStatusCode;
  readonly body: ErrorBody;

  constructor(description: string, details: Details = {}) {
    super(description);
    const { status = 400, ...rest } = details;
    this.status = status;
    this.body = {
      code: 'BAD_REQUEST_ERROR',
      description,
      source: 'business',
      step: 'payment_initiation',
      reason: 'input_validation_failed',
      metadata: {},
      ...rest,
    };
  }
}

const NOT_APPLICABLE = { source: 'NA', step: 'NA', reason: 'NA' };

export function unauthorised(): SandboxError {
  return new SandboxError('Authentication failed', { status: 401, ...NOT_APPLICABLE });
}

export function unknownId(): SandboxError {
  return new SandboxError('The id provided does not exist');
}

export function tooLarge(): never {
  throw new SandboxError('The request body is too large.', { status: 413 });
}

/** Returns the error of an HTTP status, for fault injection. */
export function errorOfStatus(status: ContentfulStatusCode): SandboxError {
  if (status === 401) return unauthorised();
  if (status === 429) {
    return new SandboxError('Request failed. Please try after sometime.', {
      status,
      ...NOT_APPLICABLE,
    });
  }
  if (status < 500) return new SandboxError('The request was refused.', { status });
  return new SandboxError('We are facing some trouble completing your request at the moment.', {
    status,
    code: 'SERVER_ERROR',
    ...NOT_APPLICABLE,
  });
}

/** Turns any thrown error into a response; the only place that does. */
export function answerError(error: Error, c: Context): Response {
  const known = error instanceof SandboxError ? error : errorOfStatus(500);
  if (known !== error) console.error(error);
  return c.json({ error: known.body }, known.status);
}
