import { randomBytes, randomInt } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { EmailCode, User } from '../../../db/schema.ts';
import { type Tx, transaction } from '../../../db/transaction.ts';
import { mailboxOf } from '../../platform/characters.ts';
import {
  HOUR,
  iso,
  later,
  MINUTE,
  SECOND,
  type Validity,
  validityOf,
} from '../../platform/clock.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { hashToken } from '../../platform/ids.ts';
import type { Services } from '../../platform/services.ts';
import {
  consumeCode,
  countCodeAttempt,
  countMailedAttempt,
  endMailedCodes,
  findCode,
  upsertCode,
} from './code-queries.ts';
import { codeEmail, welcomeEmail } from './emails.ts';
import { hashCode } from './hashing.ts';
import { rememberDevice } from './known-devices.ts';
import { markVerified } from './queries.ts';
import { LIMITS } from './rate-limits.ts';
import type { RequestInfo } from './request-info.ts';
import { CODE_LENGTH, CODE_MINUTES, CODE_TRIES } from './rules.ts';
import * as texts from './texts.ts';

const PAUSE = 30 * SECOND;
const SENDS_PER_HOUR = 5;

/** Generates a six-digit code, its salt and its hash. The plain code is only sent by mail. */
export async function generateCode(
  now: Date,
  salt: string = randomBytes(16).toString('base64url'),
) {
  const code = String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0');
  const code_hash = await hashCode(code, salt);
  return { code, stored: { salt, code_hash, expires_at: later(now, CODE_MINUTES * MINUTE) } };
}

/** The range of expiry times that a valid code can have. */
export const codeValidity = (now: Date): Validity => validityOf(now, CODE_MINUTES * MINUTE);

/** Creates a new code and the row to store. */
export async function createCode(
  services: Services,
  userId: string,
  sends: number,
): Promise<{ code: string; row: Insertable<EmailCode> }> {
  const now = services.clock();
  const { code, stored } = await generateCode(now);
  return { code, row: { user_id: userId, ...stored, tries: 0, sends, sent_at: iso(now) } };
}

/** Stores the code and its mail in one transaction. */
export async function sendCode(
  tx: Tx,
  services: Services,
  to: { email: string; code: string; row: Insertable<EmailCode> },
): Promise<void> {
  await upsertCode(tx, to.row);
  const mail = codeEmail(services.config, to.email, to.code);
  await services.outbox.enqueue(tx, { kind: 'code', dedupeKey: `code:${to.row.salt}`, ...mail });
}

/** Sends a new code on request. Limited by a pause and by a maximum number. */
export async function resendCode(services: Services, user: User): Promise<void> {
  const now = services.clock().getTime();
  const last = await findCode(services.store.db, user.id);
  const sent = last ? now - Date.parse(last.sent_at) : Number.POSITIVE_INFINITY;
  // A time in the future comes from before a clock rollback.
  const age = sent < 0 ? Number.POSITIVE_INFINITY : sent;
  if (age < PAUSE) {
    throw new ApiError(429, texts.CODE_TOO_SOON, { retryAfter: Math.ceil((PAUSE - age) / SECOND) });
  }
  const sends = last && age < HOUR ? last.sends + 1 : 1;
  if (sends > SENDS_PER_HOUR) throw new ApiError(429, texts.CODE_TOO_OFTEN, { retryAfter: 3600 });
  await services.limits.take(LIMITS.mailToAddress, mailboxOf(user.email));
  const drawn = await createCode(services, user.id, sends);
  await transaction(services, (tx) => sendCode(tx, services, { email: user.email, ...drawn }));
}

/**
 * Confirms the address of the signed-in account; a code works once. Throws 400 if it is wrong or used. Returns the page
 * that the person was going to when they signed up. The browser is a known device from then on.
 */
export async function verifyEmail(
  services: Services,
  user: User,
  { code, request }: { code: string; request: RequestInfo },
): Promise<{ verified: User; next: string | null; device: string | null }> {
  const span = { ...codeValidity(services.clock()), tries: CODE_TRIES };
  const open = await transaction(services, (tx) =>
    countCodeAttempt(tx, 'email_codes', user.id, span),
  );
  if (!open) throw new ApiError(400, texts.WRONG_CODE, { field: 'code' });
  const codeHash = await hashCode(code, open.salt);
  const { next, device } = await transaction(services, async (tx) => {
    const consumed = await consumeCode(tx, user.id, codeHash);
    if (!consumed) throw new ApiError(400, texts.WRONG_CODE, { field: 'code' });
    const next = consumed.next_path;
    if (!(await markVerified(tx, user.id))) return { next, device: null };
    const mail = welcomeEmail(services.config, user);
    await services.outbox.enqueue(tx, {
      kind: 'welcome',
      dedupeKey: `welcome:${user.id}`,
      ...mail,
    });
    return { next, device: await rememberDevice(tx, services.clock, user.id, request) };
  });
  return { verified: { ...user, is_verified: 1 }, next, device };
}

/** Draws a code for a browser or session, whose codes share a salt, so that one slow hash compares an entry with all. */
export async function drawMailedCode(now: Date, key: string, email: string) {
  const { code, stored } = await generateCode(now, hashToken(key));
  const { code_hash, expires_at } = stored;
  return { code, row: { key, email, code_hash, expires_at, tries: 0 } };
}

/**
 * Counts the attempt at the mailed codes of a browser or session, which stay; the fifth wrong one ends all. Returns the one
 * that was entered, or null.
 */
export async function checkMailedCode(services: Services, key: string, code: string) {
  const span = { ...codeValidity(services.clock()), tries: CODE_TRIES };
  const open = await transaction(services, (tx) => countMailedAttempt(tx, key, span));
  if (open.length === 0) return null;
  const codeHash = await hashCode(code, hashToken(key));
  const right = open.find(({ code_hash }) => code_hash === codeHash);
  if (!right && open.some(({ tries }) => tries >= CODE_TRIES))
    await transaction(services, (tx) => endMailedCodes(tx, key));
  return right ?? null;
}
