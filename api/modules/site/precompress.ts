import { glob, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import pLimit from 'p-limit';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
const TEXTS = '**/*.{html,css,js,json,svg,xml,txt,webmanifest}';
const AT_ONCE = 8;
const LEAST_BYTES = 256;
/** Beyond this many files the last few percent are not worth a minute of the owner's time. */
const MANY = 400;
const BEST = 11;
const QUICK = 9;

/** Brotli and gzip beside every text file, so that serving never compresses. */
export async function compress(release: string): Promise<void> {
  const files: string[] = [];
  for await (const file of glob(TEXTS, { cwd: release })) files.push(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: files.length > MANY ? QUICK : BEST };
  const limit = pLimit(AT_ONCE);
  await Promise.all(
    files.map((file) =>
      limit(async () => {
        const path = join(release, file);
        const bytes = await readFile(path);
        if (bytes.length < LEAST_BYTES) return;
        await writeFile(`${path}.br`, await brotli(bytes, { params }));
        await writeFile(`${path}.gz`, await gzipped(bytes, { level: 9 }));
      }),
    ),
  );
}
