import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { ApiError } from '../../platform/http/errors.ts';

// The library's default algorithm is Argon2id.
const SETTINGS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const LONGEST_QUEUE = 60;
const BUSY = 'Many people are signing in right now. Please try again in a moment.';

// Hashing is slow on purpose. At most two run at once, so that other requests are not blocked.
const queue = pLimit(2);

async function take<T>(work: () => Promise<T>): Promise<T> {
  if (queue.pendingCount >= LONGEST_QUEUE) throw new ApiError(503, BUSY, { retryAfter: 5 });
  return queue(work);
}

export const hashPassword = (password: string): Promise<string> =>
  take(() => hash(password, SETTINGS));

/** A hash of an unknown password. It makes a sign-in with an unknown address take equally long. */
let decoy: Promise<string> | undefined;

/** Compares a password with its stored hash. Takes equally long if there is no hash. */
export function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  return take(async () => {
    decoy ??= hash(crypto.randomUUID(), SETTINGS);
    const right = await verify(stored ?? (await decoy), password);
    return right && stored !== null;
  });
}

/** Hashes a short code with the slow hash. The same salt gives the same result, so SQL can compare it. */
export const hashCode = (code: string, salt: string): Promise<string> =>
  take(() => hash(code, { ...SETTINGS, salt: Buffer.from(salt, 'base64url') }));
