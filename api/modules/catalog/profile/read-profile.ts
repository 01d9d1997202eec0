import type { Db } from '../../../../db/database.ts';
import { withPictures } from '../content/pictures.ts';
import { BLANK_PROFILE } from './form-rules.ts';
import type { ProfileBody } from './schema.ts';

/** The version number of the blank profile, which is used until the owner saves. */
const BLANK_VERSION = 0;

/** A field that the version before this one did not know has its blank value. */
const bodyOf = ({ body }: { body: string }): ProfileBody => ({
  ...BLANK_PROFILE,
  ...JSON.parse(body),
});

/** Reads the current profile and, for undo, the one before it. */
export async function readProfile(db: Db) {
  const [latest, before] = await listLatestProfiles(db);
  return {
    version: latest?.version ?? BLANK_VERSION,
    savedAt: latest?.saved_at ?? null,
    body: latest ? bodyOf(latest) : BLANK_PROFILE,
    before: before ? bodyOf(before) : null,
  };
}

/** A profile for visitors: without what only the owner and the checkout use. */
export async function toPublicProfile(db: Db, body: ProfileBody) {
  const { replyTemplates, deliveryTemplates, struckCharges, hiddenFromModels, ...shown } = body;
  const { portrait, reviewPictures, showcase, ...rest } = await withPictures(db, shown);
  return { ...rest, portrait, reviewPictures, showcase, hiddenFromModels };
}

export const readPublicProfile = async (db: Db) =>
  toPublicProfile(db, (await readProfile(db)).body);

export type Profile = Awaited<ReturnType<typeof toPublicProfile>>;

/** Every save adds a row, so that the one before can be restored. */
const MAX_VERSIONS = 20;

const listLatestProfiles = (db: Db) =>
  db.selectFrom('profiles').selectAll().orderBy('version', 'desc').limit(2).execute();

/** Inserts a version of the profile. Returns false if this version was already saved. */
export async function insertProfile(
  tx: Db,
  row: { version: number; body: string; saved_at: string },
): Promise<boolean> {
  const inserted = await tx
    .insertInto('profiles')
    .values(row)
    .onConflict((conflict) => conflict.column('version').doNothing())
    .returning('version')
    .executeTakeFirst();
  await tx
    .deleteFrom('profiles')
    .where('version', '<=', row.version - MAX_VERSIONS)
    .execute();
  return inserted !== undefined;
}
