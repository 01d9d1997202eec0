import { randomInt } from 'node:crypto';
import type { MailedCode, User } from '../../../db/schema.ts';
import { type Tx, transaction } from '../../../db/transaction.ts';
import { mailboxOf } from '../../platform/characters.ts';
import { later, MINUTE, type Validity, validityOf } from '../../platform/clock.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { hashToken, newId } from '../../platform/ids.ts';
import type { QueuedMail } from '../../platform/mail/outbox.ts';
import type { Services } from '../../platform/services.ts';
import {
  consumeMailedCode,
  countMailedAttempt,
  endMailedCodes,
  keepNewest,
} from './code-queries.ts';
import { codeEmail, welcomeEmail } from './emails.ts';
import { hashCode } from './hashing.ts';
import { rememberDevice } from './known-devices.ts';
import { markVerified } from './queries.ts';
import { LIMITS } from './rate-limits.ts';
import type { RequestInfo } from './request-info.ts';
import { CODE_LENGTH, CODE_MINUTES, CODE_TRIES } from './rules.ts';
import { WRONG_CODE } from './texts.ts';

/** The range of expiry times that a valid code can have. */
export const codeValidity = (now: Date): Validity => validityOf(now, CODE_MINUTES * MINUTE);

/** Under which the codes are stored that a person asks for. */
export const codeKey = (userId: string, purpose: 'sign-up' | 'new address' | 'copies'): string =>
  `${userId} ${purpose}`;

/** Draws a code; those of one key share a salt, so that one slow hash compares an entry with all. The plain code is only sent by mail. */
export async function drawCode(now: Date, of: Pick<MailedCode, 'key' | 'email' | 'user_id'>) {
  const code = String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0');
  const code_hash = await hashCode(code, hashToken(of.key));
  return {
    code,
    row: { ...of, code_hash, tries: 0, expires_at: later(now, CODE_MINUTES * MINUTE) },
  };
}

/** Stores a code and its mail. */
export async function sendCode(
  tx: Tx,
  { outbox }: Services,
  row: MailedCode,
  mail: Omit<QueuedMail, 'kind' | 'dedupeKey'>,
): Promise<void> {
  await keepNewest(tx, row);
  await outbox.enqueue(tx, { kind: 'code', dedupeKey: `code:${newId()}`, ...mail });
}

/**
 * Counts the attempt at the codes of a key, which stay; the fifth wrong one ends all. Returns the one that was entered, or
 * null.
 */
export async function checkCode(services: Services, key: string, code: string) {
  const span = { ...codeValidity(services.clock()), tries: CODE_TRIES };
  const open = await transaction(services, (tx) => countMailedAttempt(tx, key, span));
  if (open.length === 0) return null;
  const codeHash = await hashCode(code, hashToken(key));
  const right = open.find(({ code_hash }) => code_hash === codeHash);
  if (!right && open.some(({ tries }) => tries >= CODE_TRIES))
    await transaction(services, (tx) => endMailedCodes(tx, key));
  return right ?? null;
}

/**
 * Checks a code that confirms an address. Run the returned function in the transaction of what is confirmed: it uses the
 * code up and returns the address. Both throw 400 if the code is wrong or used.
 */
export async function enterCode(services: Services, key: string, code: string) {
  const wrong = () => new ApiError(400, WRONG_CODE, { field: 'code' });
  const right = await checkCode(services, key, code);
  if (!right) throw wrong();
  return async (tx: Tx): Promise<string> => {
    if (!(await consumeMailedCode(tx, key, right.code_hash))) throw wrong();
    return right.email;
  };
}

/** A code that confirms the address of an account that is signed up. */
export const drawSignUpCode = (now: Date, { id, email }: Pick<User, 'id' | 'email'>) =>
  drawCode(now, { key: codeKey(id, 'sign-up'), email, user_id: id });

/** Sends a new code on request. Limited by a pause and by a maximum number. */
export async function resendCode(services: Services, user: User): Promise<void> {
  const { limits, config, clock } = services;
  for (const limit of [LIMITS.codePause, LIMITS.signUpCodes]) await limits.take(limit, user.id);
  await limits.take(LIMITS.mailToAddress, mailboxOf(user.email));
  const { code, row } = await drawSignUpCode(clock(), user);
  const mail = codeEmail(config, user.email, code);
  await transaction(services, (tx) => sendCode(tx, services, row, mail));
}

/**
 * Confirms the address of the signed-in account. Returns the page that the person was going to when they signed up. The
 * browser is a known device from then on.
 */
export async function verifyEmail(
  services: Services,
  user: User,
  { code, request }: { code: string; request: RequestInfo },
): Promise<{ verified: User; next: string | null; device: string | null }> {
  const consume = await enterCode(services, codeKey(user.id, 'sign-up'), code);
  const device = await transaction(services, async (tx) => {
    await consume(tx);
    if (!(await markVerified(tx, user.id))) return null;
    const mail = welcomeEmail(services.config, user);
    const dedupeKey = `welcome:${user.id}`;
    await services.outbox.enqueue(tx, { kind: 'welcome', dedupeKey, ...mail });
    return rememberDevice(tx, services.clock, user.id, request);
  });
  return { verified: { ...user, is_verified: 1, next_path: null }, next: user.next_path, device };
}
