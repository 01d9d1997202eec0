/** The most names that are listed of one archive, and the most bytes of its directory that are read. */
export const MAX_NAMES = 1_000;
const MAX_DIRECTORY_BYTES = 1024 * 1024;
const MAX_NAME_LENGTH = 300;

const END = { signature: 0x06054b50, bytes: 22, longestComment: 0xffff };
/** Of an archive with more entries than two bytes can count: a record and its locator before the end. */
const LARGE_END = { signature: 0x06064b50, bytes: 76 };
const ENTRY = { signature: 0x02014b50, bytes: 46 };

/** Reads bytes of the file. */
type Read = (at: { from: number; length: number }) => Promise<Uint8Array | undefined>;

const viewOf = (bytes: Uint8Array) =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/**
 * The names in the directory at the end of a zip, as they stand there: nothing is unpacked, followed or believed beyond
 * these bytes. Null for what is no zip, or a damaged one.
 */
export async function readArchive(read: Read, length: number) {
  const tailLength = Math.min(length, END.bytes + END.longestComment + LARGE_END.bytes);
  const tail = await read({ from: length - tailLength, length: tailLength });
  const found = tail && findDirectory(viewOf(tail), length - tailLength);
  if (!found || found.from < 0) return null;
  const bytes = await read({
    from: found.from,
    length: Math.min(found.length, MAX_DIRECTORY_BYTES),
  });
  const files = bytes ? readEntries(bytes) : [];
  return files.length > 0 ? { files, total: Math.max(found.total, files.length) } : null;
}

/** Where the directory is, by the record at the end of the file. */
function findDirectory(tail: DataView, from: number) {
  let at = tail.byteLength - END.bytes;
  while (at >= 0 && tail.getUint32(at, true) !== END.signature) at -= 1;
  if (at < 0) return null;
  const large = at - LARGE_END.bytes;
  if (large >= 0 && tail.getUint32(large, true) === LARGE_END.signature) {
    const [total, length] = [32, 40].map((offset) =>
      Number(tail.getBigUint64(large + offset, true)),
    ) as [number, number];
    return { total, length, from: from + large - length };
  }
  const length = tail.getUint32(at + 12, true);
  return { total: tail.getUint16(at + 10, true), length, from: from + at - length };
}

function readEntries(bytes: Uint8Array) {
  const view = viewOf(bytes);
  const files: { name: string; size: number }[] = [];
  let at = 0;
  while (files.length < MAX_NAMES && at + ENTRY.bytes <= bytes.length) {
    if (view.getUint32(at, true) !== ENTRY.signature) break;
    const [name, extra, comment] = [28, 30, 32].map((offset) =>
      view.getUint16(at + offset, true),
    ) as [number, number, number];
    const begin = at + ENTRY.bytes;
    if (begin + name > bytes.length) break;
    files.push({
      name: plainText(bytes.subarray(begin, begin + name)),
      size: view.getUint32(at + 24, true),
    });
    at = begin + name + extra + comment;
  }
  return files;
}

/** Older programs write names in another encoding. What nobody sees is shown as a mark. */
function plainText(bytes: Uint8Array): string {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    text = new TextDecoder('latin1').decode(bytes);
  }
  return text.replace(/[\p{Cc}\p{Cf}]/gu, '\uFFFD').slice(0, MAX_NAME_LENGTH);
}
