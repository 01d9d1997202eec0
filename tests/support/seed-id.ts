import { createHash } from 'node:crypto';

const OPENED = Date.parse('2026-01-05T09:00:00.000Z');

/** The id of something in the starter shop, by its kind and name. */
export function seedId(name: string): string {
  const time = OPENED.toString(16).padStart(12, '0');
  const hash = createHash('sha256').update(name).digest('hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hash.slice(0, 3)}-8${hash.slice(3, 6)}-${hash.slice(6, 18)}`;
}
