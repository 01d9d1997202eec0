import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { ApiError } from '../../platform/http/errors.ts';

// Argon2id is the library's default algorithm.
const SETTINGS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const LONGEST_QUEUE = 60;
const BUSY = 'Many people are signing in right now. Please try again in a moment.';

// Hashing is meant to be slow; two at a time leave the rest of the program its breath.
const queue = pLimit(2);

async function take<T>(work: () => Promise<T>): Promise<T> {
  if (queue.pendingCount >= LONGEST_QUEUE) throw new ApiError(503, BUSY, { retryAfter: 5 });
  return queue(work);
}

export const hashPassword = (password: string): Promise<string> =>
  take(() => hash(password, SETTINGS));

/** A hash nobody knows the password of, so that unknown addresses cost the same. */
let decoy: Promise<string> | undefined;

/** Compares, in the same time whether or not there is something to compare with. */
export function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  return take(async () => {
    decoy ??= hash(crypto.randomUUID(), SETTINGS);
    const right = await verify(stored ?? (await decoy), password);
    return right && stored !== null;
  });
}

/** A short code under a slow hash: the same salt gives the same text, so it can be matched in SQL. */
export const hashCode = (code: string, salt: string): Promise<string> =>
  take(() => hash(code, { ...SETTINGS, salt: Buffer.from(salt, 'base64url') }));
