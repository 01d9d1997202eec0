import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import type { User } from '../../../db/schema.ts';
import { type Tx, transaction } from '../../../db/transaction.ts';
import { iso, later, MINUTE, validityOf } from '../../platform/clock.ts';
import { emit } from '../../platform/events.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { hashToken, newToken } from '../../platform/ids.ts';
import { isStaff } from '../../platform/roles.ts';
import type { Services } from '../../platform/services.ts';
import {
  consumePasswordLink,
  deleteChallenges,
  deletePasswordLinks,
  endMailedCodes,
  findUserOfLink,
  insertPasswordLink,
} from './code-queries.ts';
import { type Key, passwordChangedEmail, resetEmail, withNotMe } from './emails.ts';
import { passwordChanged } from './events.ts';
import { hashPassword, verifyPassword } from './hashing.ts';
import { countsOf, mailsLeft, rememberDevice } from './known-devices.ts';
import { makeNotMeLink } from './not-me.ts';
import { findUserByEmail, lockUser, updateUser } from './queries.ts';
import { type Allowance, LIMITS, takeFirst } from './rate-limits.ts';
import type { RequestInfo } from './request-info.ts';
import { LINK_MINUTES } from './rules.ts';
import { factorsOf } from './second-factor/factors.ts';
import { endSessionsExcept, type SessionExceptions } from './sessions.ts';
import { openSessionFor, type SignInResult } from './sign-in.ts';
import {
  LINK_DEAD,
  PASSWORD_COMMON,
  PASSWORD_NEEDED,
  PASSWORD_OWN,
  WRONG_PASSWORD,
} from './texts.ts';
import { nameFromAddress, removeUnproved } from './unproved-accounts.ts';
import { codeKey } from './verification-codes.ts';

/** A buyer who signs in by code or passkey. The owner without a password has not begun. */
export const hasNoPassword = (user: User): boolean => user.password_hash === null && !isStaff(user);

/**
 * Checks the password again before a sensitive action. Throws 403 with the field's name. Who has none has confirmed the
 * session (`confirmedWithFactorOnly`).
 */
export async function confirmPassword(services: Services, user: User, password = '') {
  if (hasNoPassword(user)) return;
  if (!password) throw new ApiError(400, PASSWORD_NEEDED, { field: 'password' });
  await services.limits.take(LIMITS.confirm, user.id);
  const right = await verifyPassword(user.password_hash, password);
  if (!right) throw new ApiError(403, WRONG_PASSWORD, { field: 'password' });
  await services.limits.refund(LIMITS.confirm, user.id);
}

/** Replaces the password. Ends every other session and device. */
export async function changePassword(
  services: Services,
  user: User,
  change: {
    password?: string | undefined;
    newPassword: string;
    token: string;
    device: string | undefined;
  },
): Promise<void> {
  await refuseGuessable(services, change.newPassword, { person: user, field: 'newPassword' });
  await confirmPassword(services, user, change.password);
  const passwordHash = await hashPassword(change.newPassword);
  const session = hashToken(change.token);
  const device = change.device && hashToken(change.device);
  await transaction(services, async (tx) => {
    await setPassword(tx, services, user.id, passwordHash, { session, device });
    const how = 'in your settings, and every other device was signed out';
    await tellOfPassword(tx, services, user, { how, session });
    await services.audit?.record(tx);
  });
}

/** Mails a person that the password is new, with what else opens the account. Returns that. */
async function tellOfPassword(
  tx: Tx,
  services: Services,
  user: User,
  { how, session }: { how: string; session?: string },
) {
  const keys = [];
  for (const data of services.personalData)
    keys.push(...((await data.listKeys?.(tx, user.id)) ?? []));
  const link = await makeNotMeLink(tx, services, user, { session });
  const mail = withNotMe(link, passwordChangedEmail(services.config, user.email, { how, keys }));
  const dedupeKey = `changed:${newToken()}`;
  await services.outbox.enqueue(tx, { kind: 'password changed', dedupeKey, ...mail });
  return keys;
}

/**
 * Mails a link to set a new password if the address has an account. The mail is sent after the response, so
 * that the response time does not show whether the account exists.
 */
export async function requestPasswordReset(
  services: Services,
  email: string,
  request: RequestInfo,
): Promise<void> {
  const { limits } = services;
  const counts = await countsOf(services, email, request);
  if (counts.known !== 'device') await limits.take(LIMITS.forgotOfAddress, request.address);
  const own: Allowance = [
    [LIMITS.forgot, counts.key],
    [LIMITS.mailToAddress, counts.key],
  ];
  await takeFirst(limits, [own, ...mailsLeft('link', counts)]);
  services.background.run(() => sendLink(services, email));
}

async function sendLink(services: Services, email: string): Promise<void> {
  const user = await findUserByEmail(services.store.db, email);
  if (!user) return;
  const token = newToken();
  const mail = resetEmail(services.config, user.email, token);
  await transaction(services, async (tx) => {
    await insertPasswordLink(tx, {
      token_hash: hashToken(token),
      user_id: user.id,
      source: 'mail',
      expires_at: later(services.clock(), LINK_MINUTES * MINUTE),
    });
    const dedupeKey = `reset:${hashToken(token)}`;
    await services.outbox.enqueue(tx, { kind: 'reset link', dedupeKey, ...mail });
  });
}

/**
 * Sets the password by a mailed link, which works once, and ends every session. The address counts as
 * confirmed, because the link was mailed to it; nothing stays of what came before that. The link that the owner's
 * machine has printed signs in, unless there is a second factor. Throws 400 for an invalid or expired link.
 */
export async function resetPassword(
  services: Services,
  { token, password }: { token: string; password: string },
  request: RequestInfo,
): Promise<SignInResult | { device: string | null; keys: Key[] }> {
  const { db } = services.store;
  await services.limits.take(LIMITS.resetOfAddress, request.address);
  const span = validityOf(services.clock(), LINK_MINUTES * MINUTE);
  const person = await findUserOfLink(db, hashToken(token), span);
  if (!person) throw new ApiError(400, LINK_DEAD);
  await refuseGuessable(services, password, { person });
  const passwordHash = await hashPassword(password);
  return transaction(services, async (tx) => {
    const link = await consumePasswordLink(tx, hashToken(token), span);
    if (!link) throw new ApiError(400, LINK_DEAD);
    const before = await lockUser(tx, link.user_id);
    if (before && !before.is_verified)
      await removeUnproved(tx, services, before, nameFromAddress(before.email));
    await setPassword(tx, services, link.user_id, passwordHash);
    const user = await updateUser(tx, link.user_id, { codes_blocked_at: null });
    const how = 'with a link sent to this address, and every device was signed out';
    const keys = await tellOfPassword(tx, services, user, { how });
    if (link.source === 'console' && !(await factorsOf(tx, user.id)))
      return openSessionFor(tx, services, user, request, { isFirst: true });
    services.audit?.setActor(user);
    const device = await rememberDevice(tx, services.clock, user.id, request);
    await services.audit?.record(tx);
    return { device, keys };
  });
}

/** Sets a new password and ends all sessions and devices, except for those in `except`. */
export async function setPassword(
  tx: Tx,
  services: Services,
  userId: string,
  passwordHash: string,
  except?: SessionExceptions,
) {
  // The lock orders concurrent sign-ins with the old password: their session is either ended here or never
  // opened.
  await lockUser(tx, userId);
  await endSessionsExcept(tx, services, userId, except);
  await deletePasswordLinks(tx, userId);
  await deleteChallenges(tx, userId);
  await endMailedCodes(tx, codeKey(userId, 'new address'));
  const password_set_at = iso(services.clock());
  const user = await updateUser(tx, userId, { password_hash: passwordHash, password_set_at });
  await emit(tx, services, passwordChanged, { user });
  return user;
}

/** Longer passwords are not compared with lists: the time grows with the square of the length. */
const CHECKED_LENGTH = 32;
/** The most common passwords are also refused with other digits and signs around them. */
const MOST_COMMON = 3_000;
/** A zxcvbn score (0 to 4): 1 means that fewer than a million guesses find the password. */
const GUESSABLE = 1;
/** Shorter names do not count, and shorter words are not compared. */
const MIN_NAME = 3;
/** The letters that a password needs beside names. */
const MIN_LETTERS = 4;
const SIMILAR: Record<string, string> = {
  ...{ '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '8': 'b' },
  ...{ '@': 'a', $: 's', '!': 'i' },
};

let loading: Promise<{ zxcvbn: ZxcvbnFactory; common: Set<string> }> | undefined;

// Loaded when the first password is set: the word list takes about 25 MB of memory.
async function load() {
  const [{ ZxcvbnFactory }, { dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  const words = dictionary['passwords-common'].slice(0, MOST_COMMON).flatMap(coresOf);
  const common = new Set(words.filter((word) => word.length >= MIN_LETTERS));
  return { zxcvbn: new ZxcvbnFactory({ dictionary }), common };
}

/** Refuses a new password that is tried first: a common one, or one made of names of its person or the studio. */
export async function refuseGuessable(
  { readBrand, store }: Pick<Services, 'readBrand' | 'store'>,
  password: string,
  { person, field = 'password' }: { person: Pick<User, 'name' | 'email'>; field?: string },
): Promise<void> {
  const { studio } = await readBrand(store.db);
  if (isMadeOfNames(password, person, studio)) throw new ApiError(400, PASSWORD_OWN, { field });
  if (password.length > CHECKED_LENGTH) return;
  loading ??= load();
  const { zxcvbn, common } = await loading;
  const { score, sequence } = zxcvbn.check(password);
  const isOnePattern = score <= GUESSABLE && sequence.length === 1;
  if (isOnePattern || coresOf(password).some((core) => common.has(core)))
    throw new ApiError(400, PASSWORD_COMMON, { field });
}

const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{M}]/gu, '');

/** The letters of a text without case, signs and digits: those inside are read as letters that look like them. */
function coresOf(text: string): string[] {
  const plain = [...text.normalize('NFKC').toLowerCase()];
  const read = (part: string[]) => lettersOf(part.map((sign) => SIMILAR[sign] ?? sign).join(''));
  const first = plain.findIndex((sign) => /[\p{L}@$]/u.test(sign));
  const last = plain.findLastIndex((sign) => /[\p{L}\p{M}]/u.test(sign));
  return [...new Set([read(plain.slice(first, last + 1)), read(plain), lettersOf(plain.join(''))])];
}

/** Whether nearly nothing is left of a password without its person's name and address, and the studio's names. */
function isMadeOfNames(
  password: string,
  { name, email }: Pick<User, 'name' | 'email'>,
  studio: string,
): boolean {
  const [local = ''] = email.split('@');
  const names = [
    email,
    local,
    name,
    ...local.split(/[^\p{L}\p{M}]+/u),
    ...name.split(/\s+/),
    `the ${studio}`,
    studio,
  ]
    .map((each) => lettersOf(each.normalize('NFKC').toLowerCase()))
    .filter((each) => each.length >= MIN_NAME)
    .sort((a, b) => b.length - a.length);
  return coresOf(password).some((core) => {
    const rest = names.reduce((left, each) => left.replaceAll(each, ''), core);
    return rest !== core && rest.length < MIN_LETTERS;
  });
}
