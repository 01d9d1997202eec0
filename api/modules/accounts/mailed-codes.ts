import type { Context } from 'hono';
import { setCookie } from 'hono/cookie';
import { isUniqueViolation } from '../../../db/database.ts';
import type { MailedCode, User } from '../../../db/schema.ts';
import { type Tx, transaction } from '../../../db/transaction.ts';
import { iso, later, MINUTE, SECOND } from '../../platform/clock.ts';
import { longMoment } from '../../platform/dates.ts';
import { networkPrefix } from '../../platform/http/client-address.ts';
import { codeCookieName } from '../../platform/http/cookie-names.ts';
import type { Env } from '../../platform/http/env.ts';
import { ApiError, isOverLimit } from '../../platform/http/errors.ts';
import { hashToken, newId, newToken } from '../../platform/ids.ts';
import { isStaff } from '../../platform/roles.ts';
import type { Services } from '../../platform/services.ts';
import { consumeMailedCode, keepMailedCode, listMailedCodes } from './code-queries.ts';
import { codesOffEmail, passwordOnlyEmail, signInCodeEmail, welcomeEmail } from './emails.ts';
import { attemptsOf, countsOf, mailsLeft } from './known-devices.ts';
import { isHeld } from './not-me.ts';
import { findUserByEmail, insertUser, lockUser } from './queries.ts';
import { type Allowance, LIMITS, takeFirst } from './rate-limits.ts';
import { originOf, type RequestInfo } from './request-info.ts';
import { CODE_MINUTES } from './rules.ts';
import { type SecondStep, startSecondStep } from './second-factor/sign-in-step.ts';
import { openSessionFor, type SignInResult } from './sign-in.ts';
import { ADDRESS_HELD, WRONG_CODE } from './texts.ts';
import { removeUnproved } from './unproved-accounts.ts';
import { checkCode, drawCode, sendCode } from './verification-codes.ts';

const LASTS = CODE_MINUTES * MINUTE;
const TOKEN = /^[\w-]{43}$/;
const MAX_SLOWED = 30 * MINUTE;

const wrong = () => new ApiError(400, WRONG_CODE, { field: 'code' });

/** The cookie of the browser that asked: without it the code is worth nothing. */
export function setCodeCookie(c: Context<Env>, token: string | null): void {
  const { https } = c.var.services.config;
  setCookie(c, codeCookieName(https), token ?? '', {
    ...{ httpOnly: true, sameSite: 'Strict', secure: https, path: '/' },
    // The mail may be slow, and the time to type a name begins when the code was right.
    maxAge: token ? (MAX_SLOWED + 2 * LASTS) / SECOND : 0,
  });
}

/**
 * Mails a code to sign in, to whatever address. Everything that depends on the account happens after the response, so
 * that neither its text nor its time tells one address from another. Returns the token for the cookie, the one that the
 * browser holds or a new one.
 */
export async function requestSignInCode(
  services: Services,
  email: string,
  { request, held }: { request: RequestInfo; held: string },
): Promise<string> {
  const { limits } = services;
  const counts = await countsOf(services, email, request);
  if (counts.known !== 'device') await limits.take(LIMITS.codesOfAddress, request.address);
  await takeFirst(limits, [[[LIMITS.codes, counts.key]], ...mailsLeft('code', counts)]);
  const wait = counts.known ? 0 : await slowDown(services, request);
  // Several tabs of a browser share what it holds, so that the code of each is good.
  const token = TOKEN.test(held) ? held : newToken();
  services.background.run(() => sendSignInCode(services, { email, token, request, wait }));
  return token;
}

/** How long a mail waits when very many are asked for: the first one of a network never does. */
async function slowDown({ limits }: Services, { address }: RequestInfo): Promise<number> {
  const before = (await limits.take(LIMITS.codesOfNetwork, networkPrefix(address))) - 1;
  const isFull = await limits.take(LIMITS.codesInAll, '').then(
    () => false,
    (error: unknown) => {
      if (isOverLimit(error)) return true;
      throw error;
    },
  );
  return isFull ? Math.min(before * MINUTE, MAX_SLOWED) : 0;
}

async function sendSignInCode(
  services: Services,
  {
    email,
    token,
    request,
    wait,
  }: { email: string; token: string; request: RequestInfo; wait: number },
): Promise<void> {
  const { config, clock } = services;
  const now = clock();
  const sendAt = new Date(now.getTime() + wait);
  const user = await findUserByEmail(services.store.db, email);
  const { code, row } = await drawCode(sendAt, { key: hashToken(token), email, user_id: null });
  const at = longMoment(iso(now), config.timeZone);
  const asked = { ...originOf(request), at };
  await transaction(services, async (tx) => {
    const mail =
      user && isStaff(user)
        ? passwordOnlyEmail(config, email, asked)
        : user?.codes_blocked_at
          ? codesOffEmail(config, email, asked)
          : signInCodeEmail(config, email, { code, ...asked });
    const slowed = wait > 0 && { notBefore: iso(sendAt) };
    // The code is stored also where none is mailed, so that typing one is refused in the same time.
    await sendCode(tx, services, row, { ...slowed, ...mail });
  });
}

interface Given {
  token: string;
  code: string;
  name?: string | undefined;
}

type Answer = SignInResult | { user: User; step: SecondStep } | { isNameNeeded: true };

/**
 * Signs in by a mailed code. An address without a confirmed account needs a name, too: until it is given, the right
 * code stays. Throws 400 for a wrong code.
 */
export async function signInByCode(
  services: Services,
  given: Given,
  request: RequestInfo,
): Promise<Answer> {
  const { limits, store } = services;
  const key = hashToken(given.token);
  const open = await listMailedCodes(store.db, key);
  const all = [];
  for (const email of new Set(open.map((row) => row.email)))
    all.push(await countsOf(services, email, request));
  const taken: Allowance = [];
  if (!all.length || all.some(({ known }) => known !== 'device'))
    taken.push([LIMITS.codeTriesOfAddress, request.address]);
  for (const [limit, by] of taken) await limits.take(limit, by);
  for (const counts of all) {
    const [ofKnown, ofNetwork] = [LIMITS.codeTries, LIMITS.codeTriesOfNetwork];
    const ofAccount: Allowance = [[LIMITS.codeTries, counts.key]];
    const attempts = attemptsOf(counts, { ofKnown, ofNetwork, ofAccount });
    taken.push(...(await takeFirst(limits, attempts)));
  }
  const right = await checkCode(services, key, given.code);
  if (!right) throw wrong();
  for (const [limit, by] of taken) await limits.refund(limit, by);
  const enter = () =>
    transaction(services, (tx) => enterBy(tx, services, { right, name: given.name }, request));
  return enter().catch((error: unknown) => {
    // Somebody made an account of this address meanwhile.
    if (isUniqueViolation(error)) return enter();
    throw error;
  });
}

async function enterBy(
  tx: Tx,
  services: Services,
  { right: { key, email, code_hash }, name }: { right: MailedCode; name: string | undefined },
  request: RequestInfo,
): Promise<Answer> {
  const { clock, audit } = services;
  const known = await findUserByEmail(tx, email);
  const found = known && (await lockUser(tx, known.id));
  if (found && (isStaff(found) || found.codes_blocked_at)) throw wrong();
  if (!found?.is_verified && name === undefined) {
    await keepMailedCode(tx, key, code_hash, later(clock(), LASTS));
    return { isNameNeeded: true };
  }
  if (!(await consumeMailedCode(tx, key, code_hash))) throw wrong();
  if (found?.is_verified) {
    audit?.setSubject(found.id);
    const step = await startSecondStep(tx, services, found, 'code');
    if (!step) return openSessionFor(tx, services, found, request, { since: null });
    await audit?.record(tx, { step: [null, 'second'] });
    return { user: found, step };
  }
  const user = await makeAccount(tx, services, { email, name: name ?? '', found });
  const mail = welcomeEmail(services.config, user);
  const dedupeKey = `welcome:${user.id}`;
  await services.outbox.enqueue(tx, { kind: 'welcome', dedupeKey, ...mail });
  return openSessionFor(tx, services, user, request, { since: null, isFirst: true });
}

/** A confirmed account without a password: of nobody yet, or of somebody who has not proved the address. */
async function makeAccount(
  tx: Tx,
  services: Services,
  { email, name, found }: { email: string; name: string; found: User | undefined },
): Promise<User> {
  if (found) return removeUnproved(tx, services, found, name);
  if (await isHeld(tx, services, email)) throw new ApiError(409, ADDRESS_HELD);
  return insertUser(tx, {
    ...{ id: newId(), name, email, role: 'buyer', password_hash: null, avatar_hash: null },
    ...{ is_verified: 1, last_login_at: null, created_at: iso(services.clock()) },
  });
}
