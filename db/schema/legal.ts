import type { Instant, Json } from './columns.ts';

/** The legal pages as published: an agreement names the version that buyers could read. */
export interface LegalVersion {
  version: number;
  sha256: string;
  pages: Json;
  published_at: Instant;
}

export interface LegalTables {
  legal_versions: LegalVersion;
}
