import type { MiddlewareHandler } from 'hono';

import { SandboxError } from './errors.ts';
import { incomingOf } from './inject-fault.ts';

export interface Secrets {
  keyId: string;
  keySecret: string;
  webhookSecret: string;
}

const LOOPBACK = /^(::1|(::ffff:)?127(\.\d{1,3}){3})$/;

export function isLoopback(host: string): boolean {
  return host === 'localhost' || LOOPBACK.test(host.replace(/^\[|\]$/g, ''));
}

/** Throws for live keys and for secrets that are easy to guess. */
export function checkSecrets({ keyId, keySecret, webhookSecret }: Secrets): void {
  if (keyId.startsWith('rzp_live_')) {
    throw new Error('The test gateway does not start beside live keys (rzp_live_…).');
  }
  if (!/^rzp_test_[A-Za-z0-9]{6,}$/.test(keyId)) {
    throw new Error(
      'The key id of the test gateway is rzp_test_ and at least six letters or digits.',
    );
  }
  if (keySecret.length < 16 || webhookSecret.length < 16) {
    throw new Error('The secrets of the test gateway need 16 or more random characters.');
  }
  if (keySecret === webhookSecret) {
    throw new Error('The key secret and the webhook secret of the test gateway must differ.');
  }
}

/** Middleware that only accepts requests from this machine, because anybody could pay without money. */
export const onlyLoopback: MiddlewareHandler = async (c, next) => {
  const from = incomingOf(c)?.socket.remoteAddress;
  if (from === undefined || isLoopback(from)) return next();
  throw new SandboxError('The test gateway answers this machine only.', { status: 403 });
};

/** Middleware that only accepts JSON: a form of a different site cannot send it without a CORS preflight. */
export const onlyJson: MiddlewareHandler = async (c, next) => {
  const type = c.req.header('content-type') ?? '';
  if (/^application\/json\b/i.test(type)) return next();
  throw new SandboxError('Send application/json.', { status: 415 });
};
