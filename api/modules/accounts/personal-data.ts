import type { Db } from '../../../db/database.ts';
import type { User } from '../../../db/schema.ts';
import type { PersonalData } from '../../platform/personal-data.ts';
import { deleteMailedCodes } from './code-queries.ts';
import { toSessionDto } from './sessions.ts';

const TABLES = [
  ...(['sessions', 'devices', 'email_codes', 'email_changes', 'password_links'] as const),
  ...(['totp_secrets', 'recovery_codes', 'passkeys', 'challenges'] as const),
];

export const personalData: PersonalData = {
  tables: [...TABLES, 'assistant_invitations', 'mailed_codes'],
  export: async (db, user) => ({
    devices: await exportDevices(db, user),
    passkeys: await exportPasskeys(db, user),
    newEmail: await findNewEmail(db, user),
  }),
  async erase(tx, user) {
    await deleteCredentials(tx, user.id);
    await deleteMailedCodes(tx, user.email);
    await tx.deleteFrom('assistant_invitations').where('email', '=', user.email).execute();
  },
};

/** Deletes whatever opens an account but its password. */
export async function deleteCredentials(tx: Db, userId: string): Promise<void> {
  for (const table of TABLES) await tx.deleteFrom(table).where('user_id', '=', userId).execute();
}

async function exportDevices(db: Db, user: User) {
  const rows = await db.selectFrom('sessions').selectAll().where('user_id', '=', user.id).execute();
  return rows.map((row) => {
    const { device, startedAt, lastSeen } = toSessionDto(row, false);
    return { device, startedAt, lastSeen, userAgent: row.user_agent };
  });
}

async function exportPasskeys(db: Db, user: User) {
  const rows = await db
    .selectFrom('passkeys')
    .select(['name', 'transports', 'created_at as createdAt', 'used_at as usedAt'])
    .where('user_id', '=', user.id)
    .orderBy('created_at')
    .execute();
  return rows.map((row) => ({ ...row, transports: JSON.parse(row.transports) as string[] }));
}

/** An address that waits for its code; null without one. */
async function findNewEmail(db: Db, user: User): Promise<string | null> {
  const change = await db
    .selectFrom('email_changes')
    .select('email')
    .where('user_id', '=', user.id)
    .executeTakeFirst();
  return change?.email ?? null;
}
