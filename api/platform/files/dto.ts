interface Variant {
  width: number;
  mime: string;
  hash: string;
}

const EXTENSIONS: Record<string, string> = { 'image/avif': 'avif', 'image/webp': 'webp' };

export const mediaUrl = (hash: string, mime: string): string =>
  `/media/${hash}.${EXTENSIONS[mime] ?? 'bin'}`;

/** A picture for clients. `url` is a WebP that every browser can show; `srcset` has smaller AVIFs. */
export function toPictureDto(row: {
  alt: string;
  width: number;
  height: number;
  variants: string;
}) {
  const variants = JSON.parse(row.variants) as Variant[];
  const fallback = variants.find((each) => each.mime === 'image/webp') ?? variants[0];
  return {
    url: fallback ? mediaUrl(fallback.hash, fallback.mime) : '',
    alt: row.alt,
    width: row.width,
    height: row.height,
    /** AVIF versions by width. */
    srcset: variants
      .filter((each) => each.mime === 'image/avif')
      .map((each) => `${mediaUrl(each.hash, each.mime)} ${each.width}w`)
      .join(', '),
  };
}

export type PictureDto = ReturnType<typeof toPictureDto>;
