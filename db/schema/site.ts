import type { Json } from './columns.ts';

/** A published content of the site, of which every process makes the pages of the current one. */
export interface ReleaseRow {
  name: string;
  published_at: string;
  /** `Content` in api/modules/site/build/catalog-snapshot.ts. */
  content: Json;
  /** The count of the owner's changes that it has. */
  changes: number;
  /** The count of erasures after which nothing of it has to go. */
  erasures: number;
  is_current: number;
}

/** A script or style of pages of a version of the program. PostgreSQL only. */
export interface CompiledFile {
  path: string;
  bytes: Buffer;
  kept_until: string;
}

export interface SiteTables {
  releases: ReleaseRow;
  compiled_files: CompiledFile;
}
