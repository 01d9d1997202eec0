import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

/** Databases of earlier versions, and beside some the releases of the site that their data folder had. */
export const FIXTURES = new URL('../fixtures/databases/', import.meta.url);

/** Mail and second factors in the files are encrypted with it. */
export const FIXTURE_KEY = 'the key with which every fixture was made';

const read = (file: string) => brotliDecompressSync(readFileSync(new URL(file, FIXTURES)));

/** Writes `<name>.db.br` into a data folder and returns the path of the database. */
export function unpackDatabase(name: string, dataDir: string): string {
  const file = join(dataDir, 'app.db');
  writeFileSync(file, read(`${name}.db.br`));
  return file;
}

/** Writes the releases of `<name>.site.br` into a data folder that has none; their pictures are empty files. */
export function unpackSite(name: string, dataDir: string): void {
  const files = JSON.parse(read(`${name}.site.br`).toString()) as [string, string | Link][];
  for (const [path, content] of files) {
    const to = join(dataDir, 'site', path);
    mkdirSync(dirname(to), { recursive: true });
    if (typeof content === 'string') writeFileSync(to, content);
    else symlinkSync(content.link, to);
  }
}

interface Link {
  link: string;
}
