import { createHash } from 'node:crypto';
import type { Database, Db } from '../../../db/database.ts';
import { lockName } from '../../../db/engine.ts';
import type { LegalVersion } from '../../../db/schema.ts';
import { transaction } from '../../../db/transaction.ts';
import { readLegalVersion, storeLegalVersion } from '../orders/agreements/legal-version.ts';
import type { LegalPage } from './rules.ts';

export const hashPages = (pages: LegalPage[]): string =>
  createHash('sha256').update(JSON.stringify(pages)).digest('hex');

/** Whether new orders name the pages with this hash. */
export async function isVersionOf(db: Db, sha256: string | undefined): Promise<boolean> {
  const version = await readLegalVersion(db);
  if (version === undefined || sha256 === undefined) return version === sha256;
  return (await findByHash(db, sha256)) === version;
}

/**
 * Makes these pages the ones that new orders name; a text that was published before keeps its number. A release of an
 * older program has none.
 */
export const recordPublishedPages = (
  store: Database,
  pages: LegalPage[] | undefined,
  at: string,
): Promise<void> =>
  transaction({ store }, async (tx) => {
    await lockName(tx, 'legal versions');
    if (!pages) return void (await storeLegalVersion(tx, undefined));
    const row = { pages: JSON.stringify(pages), sha256: hashPages(pages), published_at: at };
    const version = (await findByHash(tx, row.sha256)) ?? (await insert(tx, row));
    await storeLegalVersion(tx, version);
  });

const findByHash = async (db: Db, sha256: string): Promise<number | undefined> => {
  const rows = db.selectFrom('legal_versions').select('version');
  return (await rows.where('sha256', '=', sha256).executeTakeFirst())?.version;
};

async function insert(tx: Db, row: Omit<LegalVersion, 'version'>): Promise<number> {
  const last = await tx
    .selectFrom('legal_versions')
    .select('version')
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  const version = (last?.version ?? 0) + 1;
  await tx
    .insertInto('legal_versions')
    .values({ ...row, version })
    .execute();
  return version;
}

export async function findLegalVersion(db: Db, version: number): Promise<LegalPage[] | undefined> {
  const row = await db
    .selectFrom('legal_versions')
    .select('pages')
    .where('version', '=', version)
    .executeTakeFirst();
  return row && (JSON.parse(row.pages) as LegalPage[]);
}
