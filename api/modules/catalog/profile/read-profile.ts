import type { Db } from '../../../../db/database.ts';
import { starterProfile } from '../../../../db/seed/profile.ts';
import { type PictureDto, toPictureDto } from '../../../platform/files/dto.ts';
import { listPictures } from '../picture-queries.ts';
import { listLatestProfiles } from './queries.ts';
import type { ProfileBody } from './schema.ts';

/** The id prefix of the pictures of the starter showcase, which are static files and not in the database. */
export const STARTER_PICTURE = 'starter:';

/** The version number of the starter texts, which are used until the owner saves. */
const STARTER_VERSION = 1;

/** Fields that an older release did not save get the starter's texts. */
const bodyOf = (row: { body: string } | undefined): ProfileBody => ({
  ...starterProfile,
  ...(row ? (JSON.parse(row.body) as Partial<ProfileBody>) : {}),
});

/** Reads the current profile and, for undo, the one before it. */
export async function readProfile(db: Db) {
  const [latest, before] = await listLatestProfiles(db);
  const hasBefore = latest !== undefined;
  return {
    version: latest?.version ?? STARTER_VERSION,
    savedAt: latest?.saved_at ?? null,
    body: bodyOf(latest),
    before: hasBefore ? bodyOf(before) : null,
  };
}

export async function sellerName(db: Db): Promise<string> {
  return (await readProfile(db)).body.name;
}

/** Adds the showcase pictures to a profile, as pages show them. */
export async function withPictures<Shown extends Pick<ProfileBody, 'showcase'>>(
  db: Db,
  { showcase, ...body }: Shown,
) {
  const ids = showcase.flatMap(({ picture }) => (picture ? [picture._id] : []));
  const rows = new Map((await listPictures(db, ids)).map((row) => [row.id, row]));
  return {
    ...body,
    showcase: showcase.map(({ picture, ...piece }) => {
      if (!picture) return { ...piece, picture: null };
      const row = rows.get(picture._id);
      const shown = row ? toPictureDto({ ...row, alt: picture.alt }) : starterPicture(picture);
      return { ...piece, picture: shown && { _id: picture._id, ...shown } };
    }),
  };
}

function starterPicture({ _id, alt }: { _id: string; alt: string }): PictureDto | null {
  if (!_id.startsWith(STARTER_PICTURE)) return null;
  const file = `/img/${_id.slice(STARTER_PICTURE.length)}`;
  const srcset = `${file}-480.avif 480w, ${file}-960.avif 960w`;
  return { url: `${file}-960.webp`, alt, width: 960, height: 600, srcset };
}

/** A profile for visitors: without what only the owner and the checkout use. */
export function toPublicProfile(db: Db, body: ProfileBody) {
  const { replyTemplates, deliveryTemplates, struckCharges, ...shown } = body;
  return withPictures(db, shown);
}

export const readPublicProfile = async (db: Db) =>
  toPublicProfile(db, (await readProfile(db)).body);

export type Profile = Awaited<ReturnType<typeof toPublicProfile>>;
