import type { Db } from '../../../../db/database.ts';
import { toPictureDto } from '../../../platform/files/dto.ts';
import { listPictures } from '../picture-queries.ts';
import { listLatestProfiles } from './queries.ts';
import { BLANK_PROFILE } from './rules.ts';
import type { ProfileBody } from './schema.ts';

/** The version number of the blank profile, which is used until the owner saves. */
const BLANK_VERSION = 1;

function bodyOf({ body }: { body: string }): ProfileBody {
  const saved = JSON.parse(body) as Partial<ProfileBody>;
  return { ...BLANK_PROFILE, ...saved, brand: { ...BLANK_PROFILE.brand, ...saved.brand } };
}

/** Reads the current profile and, for undo, the one before it. */
export async function readProfile(db: Db) {
  const [latest, before] = await listLatestProfiles(db);
  return {
    version: latest?.version ?? BLANK_VERSION,
    savedAt: latest?.saved_at ?? null,
    body: latest ? bodyOf(latest) : BLANK_PROFILE,
    before: before ? bodyOf(before) : null,
  };
}

type Shown = Pick<ProfileBody, 'showcase' | 'portrait' | 'reviewPictures'>;
type ChosenPicture = NonNullable<Shown['portrait']>;

export const picturesOf = ({ showcase, portrait, reviewPictures }: Shown): ChosenPicture[] =>
  [portrait, ...reviewPictures, ...showcase.map(({ picture }) => picture)].flatMap(
    (each) => each ?? [],
  );

/** Adds the files of its pictures to a profile, as pages show them. */
export async function withPictures<Body extends Shown>(db: Db, body: Body) {
  const { showcase, portrait, reviewPictures, ...rest } = body;
  const ids = picturesOf(body).map(({ _id }) => _id);
  const rows = new Map((await listPictures(db, ids)).map((row) => [row.id, row]));
  const shown = (picture: ChosenPicture | null) => {
    const row = picture && rows.get(picture._id);
    return row ? { _id: picture._id, ...toPictureDto({ ...row, alt: picture.alt }) } : null;
  };
  return {
    ...rest,
    portrait: shown(portrait),
    reviewPictures: reviewPictures.flatMap((each) => shown(each) ?? []),
    showcase: showcase.map((piece) => ({ ...piece, picture: shown(piece.picture) })),
  };
}

/** A profile for visitors: without what only the owner and the checkout use. */
export function toPublicProfile(db: Db, body: ProfileBody) {
  const { replyTemplates, deliveryTemplates, struckCharges, ...shown } = body;
  return withPictures(db, shown);
}

export const readPublicProfile = async (db: Db) =>
  toPublicProfile(db, (await readProfile(db)).body);

export type Profile = Awaited<ReturnType<typeof toPublicProfile>>;
