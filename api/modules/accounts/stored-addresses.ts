import { sql } from 'kysely';
import { type Database, type Db, isUniqueViolation } from '../../../db/database.ts';
import { isPostgres } from '../../../db/engine.ts';
import { transaction } from '../../../db/transaction.ts';
import { plainEmail } from '../../platform/characters.ts';
import { findUserByEmail, updateUser } from './queries.ts';

/** Accounts whose address has another form than an entered one gets, the oldest first. */
async function listOtherForms(db: Db) {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'email', 'name', 'created_at'])
    .where(isPostgres(db) ? sql<boolean>`email ~ '[^!-~]'` : sql<boolean>`email glob '*[^!-~]*'`)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows
    .map((row) => ({ ...row, plain: plainEmail(row.email.replace(/\p{Cc}/gu, '')) }))
    .filter(({ email, plain }) => plain !== email);
}

/** Gives each account the form of its address that is entered, unless another account has it: nothing is merged. */
export async function cleanStoredAddresses(store: Database): Promise<void> {
  for (const { id, plain } of await listOtherForms(store.db)) {
    await transaction({ store }, async (tx) => {
      if (!(await findUserByEmail(tx, plain))) await updateUser(tx, id, { email: plain });
    }).catch((error: unknown) => {
      if (!isUniqueViolation(error)) throw error;
    });
  }
}

/** Accounts whose people cannot sign in, because the form of their address that is entered belongs to another account. */
export async function listSharedAddresses(db: Db) {
  const shared = [];
  for (const row of await listOtherForms(db)) {
    const other = await findUserByEmail(db, row.plain);
    if (other) shared.push({ ...row, other });
  }
  return shared;
}
