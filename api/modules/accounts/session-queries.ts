import type { Insertable } from 'kysely';
import type { Db } from '../../../db/database.ts';
import type { Device } from '../../../db/schema.ts';

/** The token hashes of the session and device that are kept when all others end. */
export interface SessionExceptions {
  session?: string | undefined;
  device?: string | undefined;
}

/** Deletes rows only; `endSessionsExcept` in end-sessions.ts also closes the sockets. */
export async function deleteSessionsExcept(
  tx: Db,
  userId: string,
  except: SessionExceptions,
): Promise<void> {
  for (const [table, currentHash] of [
    ['sessions', except.session],
    ['devices', except.device],
  ] as const) {
    await tx
      .deleteFrom(table)
      .where('user_id', '=', userId)
      .where('token_hash', '!=', currentHash ?? '')
      .execute();
  }
}

export const insertDevice = (tx: Db, device: Insertable<Device>) =>
  tx.insertInto('devices').values(device).execute();

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

export const listSessions = (db: Db, userId: string, now: string) =>
  db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('seen_at', 'desc')
    .execute();

export const deleteSession = (tx: Db, tokenHash: string) =>
  tx.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();

export const deleteSessions = (tx: Db, userId: string) =>
  tx.deleteFrom('sessions').where('user_id', '=', userId).execute();
