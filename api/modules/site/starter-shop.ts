import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Db } from '../../../db/database.ts';
import { lockName } from '../../../db/engine.ts';
import type { StoredFile } from '../../../db/files/file-store.ts';
import { hasRow } from '../../../db/query-results.ts';
import { storeSetting } from '../../../db/settings.ts';
import { type Tx, transaction } from '../../../db/transaction.ts';
import { iso } from '../../platform/clock.ts';
import { emit } from '../../platform/events.ts';
import { findPicturesByHash, hashOfMedia, storeMedia } from '../../platform/files/queries.ts';
import { PROJECT_ROOT } from '../../platform/project-root.ts';
import type { Services } from '../../platform/services.ts';
import { deleteUnusedMedia } from '../accounts/profile-picture.ts';
import { insertUser } from '../accounts/queries.ts';
import { readFolder } from '../catalog/content/content-folder.ts';
import { pictureFilesOf, withPictureIds } from '../catalog/content/picture-rules.ts';
import { writeContent } from '../catalog/content/transfer-content.ts';
import { catalogChanged } from '../catalog/events.ts';
import { BLANK_PROFILE } from '../catalog/profile/form-rules.ts';
import { readProfile } from '../catalog/profile/read-profile.ts';
import { replaceProfile } from '../catalog/profile/save-profile.ts';
import type { ProfileBody } from '../catalog/profile/schema.ts';
import { recalculateRating, upsertReview } from '../reviews/queries.ts';

/** A folder as `npm run content -- export` writes it, with the people who have written reviews beside it. */
const FOLDER = join(PROJECT_ROOT, 'db', 'seed');
const OPENED = new Date('2026-01-05T09:00:00.000Z');

interface Item {
  _id: string;
}

interface StarterContent {
  profile: ProfileBody;
  gigs: Item[];
  pastWork: Item[];
  articles: Item[];
}

interface StarterPeople {
  people: { _id: string; name: string; email: string; avatar?: string }[];
  reviews: {
    _id: string;
    gigId: string;
    personId: string;
    rating: number;
    comment: string;
    planType: string;
    price: number;
    deliveryDays: number;
    edited?: true;
    createdAt: string;
  }[];
}

let known: (StarterContent & StarterPeople) | undefined;

/** What the starter shop holds, as in its files; its pictures have no ids. */
export function readStarter(): StarterContent & StarterPeople {
  const read = (name: string) => JSON.parse(readFileSync(join(FOLDER, name), 'utf8'));
  known ??= { ...read('content.json'), ...read('people.json') };
  return known as StarterContent & StarterPeople;
}

const isFilled = async (db: Db): Promise<boolean> =>
  (await hasRow(db.selectFrom('profiles').select('version').limit(1))) ||
  (await hasRow(db.selectFrom('gigs').select('id').limit(1)));

/** Makes an empty database the starter shop, with the functions of real content, people and reviews. */
export async function seed({ store, files }: Pick<Services, 'store' | 'files'>): Promise<boolean> {
  if (await isFilled(store.db)) return false;
  const content = await readFolder({ store, files, clock: () => OPENED }, FOLDER);
  const faces = await storeFaces(files);
  return transaction({ store }, async (tx) => {
    await lockName(tx, 'seed');
    // A different process may have seeded it before the lock.
    if (await isFilled(tx)) return false;
    await writeContent(tx, iso(OPENED), content, { asIs: true });
    await insertPeople(tx, faces);
    await storeSetting(tx, 'shop', 'open');
    return true;
  });
}

/** The pictures of people, by their names in the folder. */
async function storeFaces(files: Services['files']): Promise<Map<string, StoredFile>> {
  const faces = new Map<string, StoredFile>();
  for (const { avatar } of readStarter().people)
    if (avatar) faces.set(avatar, await files.write(await readFile(join(FOLDER, avatar))));
  return faces;
}

async function insertPeople(tx: Tx, faces: Map<string, StoredFile>): Promise<void> {
  const { people, reviews } = readStarter();
  const now = iso(OPENED);
  for (const { _id, name, email, avatar } of people) {
    const file = faces.get(avatar ?? '');
    await insertUser(tx, {
      ...{ id: _id, name, email, password_hash: null, role: 'buyer', is_verified: 1 },
      ...{ avatar_hash: file ? await storeMedia(tx, { file, mime: 'image/webp', now }) : null },
      ...{ last_login_at: null, created_at: now },
    });
  }
  for (const { _id, rating, price, edited, createdAt, ...review } of reviews)
    await upsertReview(tx, {
      ...{ id: _id, gig_id: review.gigId, user_id: review.personId, order_id: null },
      ...{ half_stars: rating * 2, comment: review.comment, plan_type: review.planType },
      ...{ price: price * 100, delivery_days: review.deliveryDays, edited: edited ? 1 : 0 },
      ...{ created_at: createdAt, updated_at: createdAt, reply: null, replied_at: null },
    });
  for (const gigId of new Set(reviews.map((review) => review.gigId)))
    await recalculateRating(tx, gigId);
}

/** Whether something of the starter shop is left. */
export async function hasStarterContent(db: Db): Promise<boolean> {
  const { profile, gigs } = readStarter();
  const { body } = await readProfile(db);
  if (body.name === profile.name) return true;
  const ids = gigs.map(({ _id }) => _id);
  return hasRow(db.selectFrom('gigs').select('id').where('id', 'in', ids).limit(1));
}

/** Removes the starter shop's gigs, past work, people, reviews, pictures and words; the owner's own words stay. */
export async function removeStarterContent(tx: Tx, services: Services): Promise<void> {
  const starter = readStarter();
  const pictures = await findPictures(tx);
  const profile = withPictureIds(starter.profile, (file) => pictures.get(file) ?? file);
  const { body } = await readProfile(tx);
  const own = Object.entries(body).filter(
    ([key, value]) => !isDeepStrictEqual(value, (profile as ProfileBody)[key as keyof ProfileBody]),
  );
  await replaceProfile(tx, iso(services.clock()), { ...BLANK_PROFILE, ...Object.fromEntries(own) });
  const ids = (items: Item[]) => items.map(({ _id }) => _id);
  const gigIds = ids(starter.gigs);
  const contentIds = ids([...starter.pastWork, ...starter.articles]);
  const personIds = ids(starter.people);
  const faces = await tx
    .selectFrom('users')
    .select('avatar_hash')
    .where('id', 'in', personIds)
    .execute();
  await tx
    .deleteFrom('reviews')
    .where((eb) => eb.or([eb('gig_id', 'in', gigIds), eb('user_id', 'in', personIds)]))
    .execute();
  await tx.deleteFrom('users').where('id', 'in', personIds).execute();
  await tx
    .updateTable('conversations')
    .set({ gig_id: null })
    .where('gig_id', 'in', gigIds)
    .execute();
  await tx.deleteFrom('gigs').where('id', 'in', gigIds).execute();
  await tx.deleteFrom('content_items').where('id', 'in', contentIds).execute();
  await tx
    .deleteFrom('versions')
    .where('item_id', 'in', [...gigIds, ...contentIds])
    .execute();
  for (const { avatar_hash } of faces) if (avatar_hash) await deleteUnusedMedia(tx, avatar_hash);
  await removePictures(tx, [...pictures.values()]);
  await emit(tx, services, catalogChanged, {});
}

/** The ids of the starter pictures in this shop, by their files. */
async function findPictures(db: Db): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  for (const file of pictureFilesOf(readStarter()))
    hashes.set(file, hashOfMedia(await readFile(join(FOLDER, file))));
  const ids = await findPicturesByHash(db, [...hashes.values()]);
  return new Map([...hashes].flatMap(([file, hash]) => (ids[hash] ? [[file, ids[hash]]] : [])));
}

/** Removes pictures that nothing shows any more. */
async function removePictures(tx: Db, ids: readonly string[]): Promise<void> {
  const shown = [
    ...(await tx.selectFrom('gigs').select('body').execute()),
    ...(await tx.selectFrom('profiles').select('body').execute()),
    ...(await tx.selectFrom('content_items').select('body').execute()),
  ].map(({ body }) => body);
  const unused = ids.filter((id) => !shown.some((body) => body.includes(id)));
  const removed = await tx
    .deleteFrom('pictures')
    .where('id', 'in', unused)
    .returning('variants')
    .execute();
  for (const { variants } of removed)
    for (const { hash } of JSON.parse(variants) as { hash: string }[])
      await deleteUnusedMedia(tx, hash);
}
