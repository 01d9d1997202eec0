import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Recorded answers of the app, which the reference servers return. */
export interface Ready {
  type: string;
  etag: string;
  bytes: Buffer;
}

export const NAMES = ['list', 'gig', 'page'] as const;

export function readAnswers(dir: string): Map<string, Ready> {
  return new Map(
    NAMES.map((name) => {
      const { type, etag } = JSON.parse(readFileSync(join(dir, `${name}.meta`), 'utf8')) as Ready;
      return [`/${name}`, { type, etag, bytes: readFileSync(join(dir, `${name}.bytes`)) }];
    }),
  );
}
