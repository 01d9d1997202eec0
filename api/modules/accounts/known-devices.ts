import type { Context } from 'hono';
import { setCookie } from 'hono/cookie';
import type { Db } from '../../../db/database.ts';
import type { User } from '../../../db/schema.ts';
import type { Tx } from '../../../db/transaction.ts';
import { type Clock, DAY, iso, SECOND } from '../../platform/clock.ts';
import { deviceCookieName } from '../../platform/http/cookie-names.ts';
import type { Env } from '../../platform/http/env.ts';
import { hashToken, newToken } from '../../platform/ids.ts';
import type { Services } from '../../platform/services.ts';
import { newDeviceEmail } from './emails.ts';
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

/** Finds the device of a token if the account with this address has signed in on it. */
export const findDeviceOf = (db: Db, email: string, tokenHash: string) =>
  db
    .selectFrom('devices')
    .innerJoin('users', 'users.id', 'devices.user_id')
    .select('token_hash')
    .where('token_hash', '=', tokenHash)
    .where('users.email', '=', email)
    .executeTakeFirst();

/** Stores this browser as a known device of the user. Returns its token if it is new, otherwise null. */
export async function rememberDevice(
  tx: Db,
  clock: Clock,
  userId: string,
  { device }: RequestInfo,
): Promise<string | null> {
  if (device && (await findDevice(tx, userId, hashToken(device)))) return null;
  const token = newToken();
  await tx
    .insertInto('devices')
    .values({ token_hash: hashToken(token), user_id: userId, created_at: iso(clock()) })
    .execute();
  return token;
}

/** Mails the owner or an assistant that a device signed in that was not known before. */
export async function emailNewDevice(
  tx: Tx,
  { config, outbox }: Services,
  user: User,
  token: string,
  request: RequestInfo,
): Promise<void> {
  const mail = newDeviceEmail(config, user.email, originOf(request));
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
