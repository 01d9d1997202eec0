import type { PictureFormat } from './draw-picture-process.ts';

/** The accepted formats by type, as their decoders are named. */
export const PICTURE_FORMATS: Record<string, PictureFormat> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'heif',
};

/** The format of a picture by its first bytes. */
export async function pictureFormatOf(bytes: Uint8Array): Promise<PictureFormat | undefined> {
  // Imported on first use, so that an idle app needs less memory.
  const { fileTypeFromBuffer } = await import('file-type');
  return PICTURE_FORMATS[(await fileTypeFromBuffer(bytes))?.mime ?? ''];
}

/** Returns the bytes of a data URL if they begin like a known picture format; null otherwise. */
export async function parseImageDataUrl(data: string) {
  const match = /^data:image\/(?:jpeg|png|webp|avif);base64,([A-Za-z0-9+/]+={0,2})$/.exec(data);
  const bytes = Buffer.from(match?.[1] ?? '', 'base64');
  const format = await pictureFormatOf(bytes);
  return format ? { bytes, format } : null;
}
