import type { Db } from '../../../../db/database.ts';
import { transaction } from '../../../../db/transaction.ts';
import { iso } from '../../../platform/clock.ts';
import { emit } from '../../../platform/events.ts';
import { drawPicture, FOR_OWNER } from '../../../platform/files/draw-picture.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { CHANGED_ELSEWHERE } from '../../../platform/saving/texts.ts';
import type { Services } from '../../../platform/services.ts';
import { checkPictures, withPictures } from '../content/pictures.ts';
import { NOTHING_TO_UNDO } from '../content/rules.ts';
import { sellerProfileChanged } from '../events.ts';
import { insertProfile, readProfile } from './read-profile.ts';
import type { ProfileBody } from './schema.ts';

/** The profile with the data of its edit form. */
export async function toAdminProfileDto(db: Db) {
  const { version, savedAt, body, before } = await readProfile(db);
  return {
    ...(await withPictures(db, body)),
    version,
    updatedAt: savedAt,
    canUndo: before !== null,
  };
}

export type AdminProfileDto = Awaited<ReturnType<typeof toAdminProfileDto>>;

/** Saves the form; `version` is the one with which it was loaded. */
export async function saveProfile(services: Services, version: number, body: ProfileBody) {
  await requireDrawableLogo(body.brand.logo);
  return change(services, version, async () => body);
}

/** Writes a profile over the version it was loaded with. Throws 409 if somebody has saved since. */
export async function writeProfile(tx: Db, now: string, version: number, body: ProfileBody) {
  await checkPictures(tx, body);
  const current = await readProfile(tx);
  const row = { version: version + 1, body: JSON.stringify(body), saved_at: now };
  if (current.version !== version || !(await insertProfile(tx, row))) {
    throw new ApiError(409, CHANGED_ELSEWHERE);
  }
}

/** Replaces the profile and all that could be undone. */
export async function replaceProfile(tx: Db, now: string, body: ProfileBody): Promise<void> {
  const { version } = await readProfile(tx);
  await tx.deleteFrom('profiles').execute();
  await insertProfile(tx, { version: version + 1, body: JSON.stringify(body), saved_at: now });
}

/** Restores the save before the last one. A second undo restores the last one. */
export const undoProfile = (services: Services, version: number) =>
  change(services, version, async (tx) => {
    const { before } = await readProfile(tx);
    if (!before) throw new ApiError(409, NOTHING_TO_UNDO);
    return before;
  });

function change(services: Services, version: number, next: (tx: Db) => Promise<ProfileBody>) {
  return transaction(services, async (tx) => {
    const body = await next(tx);
    await writeProfile(tx, iso(services.clock()), version, body);
    await emit(tx, services, sellerProfileChanged, { name: body.name });
    return toAdminProfileDto(tx);
  });
}

const REFUSED =
  'This logo cannot be drawn. Choose an SVG of shapes and paths, without scripts, pictures and links.';
/** What reads other files, runs code, or multiplies itself. */
const UNSAFE =
  /<!(?!--)|<\?(?!xml )|<(script|image|foreignObject|use|a|feImage|iframe)\b|\b(href|on\w+)\s*=|@import|url\((?!\s*['"]?#)/i;
/** Larger and smaller than in any release, so that what is saved can be published. */
const PICTURES = [
  { width: 672, height: 512 },
  { width: 350, height: 60 },
].map((size) => ({ ...size, fit: 'inside' as const, as: 'png' as const }));
const SECONDS = 2;

/** Draws a logo once, so that one that pages could not draw is refused when it is saved; '' is no logo. */
export async function requireDrawableLogo(svg: string): Promise<void> {
  if (svg === '') return;
  const isPlain = /^\s*(<\?xml [^>]*>\s*)?<svg[\s>]/i.test(svg) && !UNSAFE.test(svg);
  const bytes = Buffer.from(svg);
  const logo = { bytes, format: 'svg', pictures: PICTURES, seconds: SECONDS } as const;
  if (!isPlain || !(await drawPicture(logo, FOR_OWNER)))
    throw new ApiError(400, REFUSED, { field: 'brand.logo' });
}
