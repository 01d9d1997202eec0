import type { Context } from 'hono';
import { setCookie } from 'hono/cookie';
import type { Db } from '../../../db/database.ts';
import type { User } from '../../../db/schema.ts';
import type { Tx } from '../../../db/transaction.ts';
import { mailboxOf } from '../../platform/characters.ts';
import { type Clock, DAY, iso, SECOND } from '../../platform/clock.ts';
import { networkPrefix } from '../../platform/http/client-address.ts';
import { deviceCookieName } from '../../platform/http/cookie-names.ts';
import type { Env } from '../../platform/http/env.ts';
import { hashToken, newToken } from '../../platform/ids.ts';
import type { Limit } from '../../platform/rate-limiting/rate-limiter.ts';
import type { Services } from '../../platform/services.ts';
import { newDeviceEmail, withNotMe } from './emails.ts';
import { makeNotMeLink } from './not-me.ts';
import { type Allowance, LIMITS } from './rate-limits.ts';
import { originOf, type RequestInfo } from './request-info.ts';
import { KNOWN_DEVICE_DAYS } from './rules.ts';

const REMEMBERED = KNOWN_DEVICE_DAYS * DAY;

export const findDevice = (db: Db, userId: string, tokenHash: string) =>
  db
    .selectFrom('devices')
    .select('token_hash')
    .where('token_hash', '=', tokenHash)
    .where('user_id', '=', userId)
    .executeTakeFirst();

/** How a request is counted, and what each network has of its own before anything counts for the account. */
export interface Counts {
  key: string;
  known: 'device' | 'network' | null;
  /** The network and the mailbox. */
  pair: string;
}

/** The hash of a network, of this person only; null if it is not known. */
function networkOf(userId: string, { address }: Pick<RequestInfo, 'address'>): string | null {
  const network = networkPrefix(address);
  return network ? hashToken(`${userId} ${network}`) : null;
}

/**
 * What a request for this address is counted by: a device or a network from which the account has signed in has a count
 * of its own, so that strangers cannot use it up.
 */
export async function countsOf(
  { store }: Pick<Services, 'store'>,
  email: string,
  request: RequestInfo,
): Promise<Counts> {
  const mailbox = mailboxOf(email);
  const pair = `${networkPrefix(request.address)} ${mailbox}`;
  const token = request.device && hashToken(request.device);
  const devices = await store.db
    .selectFrom('devices')
    .innerJoin('users', 'users.id', 'devices.user_id')
    .select(['token_hash', 'network', 'users.id'])
    .where('users.email', '=', email)
    .execute();
  if (token && devices.some(({ token_hash }) => token_hash === token))
    return { key: `device ${token}`, known: 'device', pair };
  const network = devices[0] ? networkOf(devices[0].id, request) : null;
  if (network && devices.some((device) => device.network === network))
    return { key: `network ${network}`, known: 'network', pair };
  return { key: mailbox, known: null, pair };
}

/** What strangers leave of the mails to an address: each new network one a day, and everybody one in a quarter of an hour. */
export const mailsLeft = (what: string, { known, key, pair }: Counts): Allowance[] =>
  known
    ? []
    : [
        [
          [LIMITS.firstOfNetwork, `${what} ${pair}`],
          [LIMITS.firstsToMailbox, `${what} ${key}`],
        ],
        [[LIMITS.mailLeft, `${what} ${key}`]],
      ];

/** What an attempt counts for: a known device or network has its own count, and another network some before the account's. */
export const attemptsOf = (
  { known, key, pair }: Counts,
  limits: { ofKnown: Limit; ofNetwork: Limit; ofAccount: Allowance },
): Allowance[] =>
  known ? [[[limits.ofKnown, key]]] : [[[limits.ofNetwork, pair]], limits.ofAccount];

/** Stores this browser as a known device of the user. Returns its token if it is new, otherwise null. */
export async function rememberDevice(
  tx: Db,
  clock: Clock,
  userId: string,
  request: RequestInfo,
): Promise<string | null> {
  const network = networkOf(userId, request);
  const old = request.device && hashToken(request.device);
  if (old && (await findDevice(tx, userId, old))) {
    await tx.updateTable('devices').set({ network }).where('token_hash', '=', old).execute();
    return null;
  }
  const token = newToken();
  const made = { token_hash: hashToken(token), user_id: userId, created_at: iso(clock()) };
  await tx
    .insertInto('devices')
    .values({ ...made, network })
    .execute();
  return token;
}

/** Mails a person that a device signed in that was not known before, with a link that says: this was not me. */
export async function emailNewDevice(
  tx: Tx,
  services: Services,
  user: User,
  token: string,
  request: RequestInfo,
): Promise<void> {
  const { outbox } = services;
  const link = await makeNotMeLink(tx, services, user);
  const mail = withNotMe(link, newDeviceEmail(user.email, originOf(request)));
  const dedupeKey = `new device:${hashToken(token)}`;
  await outbox.enqueue(tx, { kind: 'new device', dedupeKey, ...mail });
}

/**
 * Sets the device cookie. It gives no access: it only exempts the device from the limits for unknown devices.
 */
export function setDeviceCookie(c: Context<Env>, token: string | null): void {
  if (!token) return;
  const { https } = c.var.services.config;
  setCookie(c, deviceCookieName(https), token, {
    httpOnly: true,
    sameSite: 'Lax',
    secure: https,
    path: '/',
    maxAge: REMEMBERED / SECOND,
  });
}
