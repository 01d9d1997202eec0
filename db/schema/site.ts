import type { Json } from './columns.ts';

/** A stored release of the site. PostgreSQL only, like `ReleaseFile`. */
export interface ReleaseRow {
  name: string;
  /** The description of the release: `Release` in api/modules/site/releases/release-files.ts. */
  description: Json;
  /** The file with its manifest, compressed with gzip. */
  manifest: string;
  is_current: number;
}

/** A file of one or more releases, by the hash of its content. */
export interface ReleaseFile {
  sha256: string;
  bytes: Buffer;
}

export interface SiteTables {
  releases: ReleaseRow;
  release_files: ReleaseFile;
}
