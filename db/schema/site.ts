import type { Json } from './columns.ts';

/** A kept release of the site. PostgreSQL only, as `ReleaseFile`. */
export interface ReleaseRow {
  name: string;
  /** What is remembered of it: `Release` of api/modules/site/releases/releases.ts. */
  description: Json;
  /** The file that is its manifest, compressed with gzip. */
  manifest: string;
  is_current: number;
}

/** A file of one or more releases, by its content. */
export interface ReleaseFile {
  sha256: string;
  bytes: Buffer;
}

export interface SiteTables {
  releases: ReleaseRow;
  release_files: ReleaseFile;
}
