import type { Db } from '../../../db/database.ts';
import type { User } from '../../../db/schema.ts';
import type { PersonalData } from '../../platform/personal-data.ts';
import { toSessionDto } from './device-sessions.ts';

const TABLES = [
  ...(['sessions', 'devices', 'email_codes', 'email_changes', 'password_links'] as const),
  ...(['totp_secrets', 'recovery_codes', 'passkeys', 'challenges'] as const),
];

export const personalData: PersonalData = {
  tables: [...TABLES, 'assistant_invitations'],
  export: async (db, user) => ({ devices: await exportDevices(db, user) }),
  async erase(tx, user) {
    for (const table of TABLES) await tx.deleteFrom(table).where('user_id', '=', user.id).execute();
    await tx.deleteFrom('assistant_invitations').where('email', '=', user.email).execute();
  },
};

async function exportDevices(db: Db, user: User) {
  const rows = await db.selectFrom('sessions').selectAll().where('user_id', '=', user.id).execute();
  return rows.map((row) => {
    const { device, startedAt, lastSeen } = toSessionDto(row, false);
    return { device, startedAt, lastSeen, userAgent: row.user_agent };
  });
}
