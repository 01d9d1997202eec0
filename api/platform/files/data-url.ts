/** The bytes of a data URL that begin like a known picture format; null for anything else. */
export function parseImageDataUrl(data: string): { bytes: Buffer; format: string } | null {
  const match = /^data:image\/(?:jpeg|png|webp|avif);base64,([A-Za-z0-9+/]+={0,2})$/.exec(data);
  const bytes = Buffer.from(match?.[1] ?? '', 'base64');
  const format = formatOf(bytes);
  return format ? { bytes, format } : null;
}

/** The format sharp must find in bytes that begin like this; undefined for unsupported ones. */
function formatOf(bytes: Buffer): 'jpeg' | 'png' | 'webp' | 'heif' | undefined {
  const at = (start: number, text: string) =>
    bytes.subarray(start, start + text.length).toString('latin1') === text;
  if (at(0, '\xff\xd8\xff')) return 'jpeg';
  if (at(0, '\x89PNG\r\n\x1a\n')) return 'png';
  if (at(0, 'RIFF') && at(8, 'WEBP')) return 'webp';
  if (at(4, 'ftypavif') || at(4, 'ftypavis')) return 'heif';
  return undefined;
}
