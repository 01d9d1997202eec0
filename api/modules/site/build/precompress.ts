import { extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
const COMPRESSIBLE_EXTENSIONS = /^\.(html|css|js|json|svg|xml|txt|webmanifest)$/;
const MIN_BYTES = 256;

/**
 * Brotli quality: BEST for files that are compiled once, QUICK for pages, because the owner waits for them.
 */
export const BEST = 11;
export const QUICK = 7;

/**
 * Compresses a text file with brotli and gzip, so that no compression is needed per request. Empty if it
 * saves nothing.
 */
export async function compress(
  file: string,
  bytes: Buffer,
  quality: number,
): Promise<[name: string, bytes: Buffer][]> {
  if (!COMPRESSIBLE_EXTENSIONS.test(extname(file)) || bytes.length < MIN_BYTES) return [];
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  return [
    [`${file}.br`, await brotli(bytes, { params })],
    [`${file}.gz`, await gzipped(bytes, { level: 9 })],
  ];
}
