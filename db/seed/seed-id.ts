import { createHash } from 'node:crypto';

export const OPENED = '2026-01-05T09:00:00.000Z';

/** A UUIDv7 with a fixed day, whose random part is a hash of the name. */
export function seedId(name: string): string {
  const time = Date.parse(OPENED).toString(16).padStart(12, '0');
  const hash = createHash('sha256').update(name).digest('hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hash.slice(0, 3)}-8${hash.slice(3, 6)}-${hash.slice(6, 18)}`;
}

/** A picture of `db/seed/pictures` as a document refers to it. */
export const seedPicture = (file: string, alt: string) => ({
  _id: seedId(`picture:${file}`),
  alt,
});
