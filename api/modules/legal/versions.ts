import { createHash } from 'node:crypto';
import type { Db } from '../../../db/database.ts';
import { lockName } from '../../../db/engine.ts';
import type { LegalVersion } from '../../../db/schema.ts';
import type { Tx } from '../../../db/transaction.ts';
import { storeLegalVersion } from '../orders/agreements/legal-version.ts';
import type { LegalPage } from './rules.ts';

/** Makes these pages the ones that new orders name; a text that was published before keeps its number. */
export async function recordPublishedPages(tx: Tx, shown: LegalPage[], at: string): Promise<void> {
  await lockName(tx, 'legal versions');
  const pages = JSON.stringify(shown);
  const sha256 = createHash('sha256').update(pages).digest('hex');
  const known = await findByHash(tx, sha256);
  await storeLegalVersion(tx, known ?? (await insert(tx, { pages, sha256, published_at: at })));
}

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
