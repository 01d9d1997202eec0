/** The formats accepted, and what sharp must find in their bytes. */
const FORMATS: Record<string, string> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'heif',
};

/** The bytes of a data URL that begin like a known picture format; null for anything else. */
export async function parseImageDataUrl(data: string) {
  const match = /^data:image\/(?:jpeg|png|webp|avif);base64,([A-Za-z0-9+/]+={0,2})$/.exec(data);
  const bytes = Buffer.from(match?.[1] ?? '', 'base64');
  // Loaded with the first picture, to keep the memory of an idle app small.
  const { fileTypeFromBuffer } = await import('file-type');
  const format = FORMATS[(await fileTypeFromBuffer(bytes))?.mime ?? ''];
  return format ? { bytes, format } : null;
}
