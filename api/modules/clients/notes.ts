import { z } from 'zod';
import type { Db } from '../../../db/database.ts';
import { transaction } from '../../../db/transaction.ts';
import { iso } from '../../platform/clock.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { atMost } from '../../platform/http/text-schema.ts';
import { requireSameVersion, version } from '../../platform/saving/versions.ts';
import type { Services } from '../../platform/services.ts';
import { userExists } from '../accounts/queries.ts';
import { MAX_NOTES_LENGTH } from './rules.ts';
import { CLIENT_LEFT, NOTES_LONG } from './texts.ts';

export const notesBody = z.object({
  text: z
    .string()
    .trim()
    .max(...atMost(MAX_NOTES_LENGTH, NOTES_LONG)),
  version,
});

export const findNotes = (db: Db, userId: string) =>
  db.selectFrom('client_notes').selectAll().where('user_id', '=', userId).executeTakeFirst();

export const toNotesDto = (row: Awaited<ReturnType<typeof findNotes>>) => ({
  text: row?.text ?? '',
  version: row?.version ?? 0,
  updatedAt: row?.updated_at ?? null,
});

/** Replaces the notes about a client. Throws 409 if another tab has saved meanwhile, or the account is gone. */
export const saveNotes = (
  services: Services,
  userId: string,
  { text, version: loaded }: z.output<typeof notesBody>,
) =>
  transaction(services, async (tx) => {
    // Locks the account, so that nothing is written about somebody who is being deleted.
    if (!(await userExists(tx, userId))) throw new ApiError(409, CLIENT_LEFT);
    requireSameVersion(toNotesDto(await findNotes(tx, userId)).version, loaded);
    const saved = { text, version: loaded + 1, updated_at: iso(services.clock()) };
    const row = await tx
      .insertInto('client_notes')
      .values({ user_id: userId, ...saved })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(saved))
      .returningAll()
      .executeTakeFirstOrThrow();
    return toNotesDto(row);
  });
