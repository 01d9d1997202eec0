import { isDeepStrictEqual } from 'node:util';
import type { Db } from '../../../db/database.ts';
import { gigs as starterGigs } from '../../../db/seed/gigs.ts';
import { starterProfile } from '../../../db/seed/profile.ts';
import { seedId } from '../../../db/seed/seed-id.ts';
import { removeSeed } from '../../../db/seed.ts';
import { readSetting, storeSetting } from '../../../db/settings.ts';
import type { Tx } from '../../../db/transaction.ts';
import { iso } from '../../platform/clock.ts';
import { emit } from '../../platform/events.ts';
import { ApiError } from '../../platform/http/errors.ts';
import type { Services } from '../../platform/services.ts';
import { catalogChanged } from './events.ts';
import { BLANK_PROFILE } from './profile/form-rules.ts';
import { readProfile } from './profile/read-profile.ts';
import { replaceProfile } from './profile/save-profile.ts';
import type { ProfileBody } from './profile/schema.ts';

const STARTER_GIGS = starterGigs.map(({ slug }) => seedId(`gig:${slug}`));
const KEY = 'shop';
const CLOSED = 'The shop is not open yet. Please come back soon.';

/** Whether visitors see the shop and may order. A new one is closed until its owner opens it. */
export const isShopOpen = async (db: Db): Promise<boolean> =>
  (await readSetting(db, KEY)) === 'open';

/** Throws 409 while the shop is closed. Call it in every transaction that makes an order. */
export async function requireOpenShop(tx: Db): Promise<void> {
  if (!(await isShopOpen(tx))) throw new ApiError(409, CLOSED);
}

export async function openShop(tx: Tx, services: Services): Promise<void> {
  await storeSetting(tx, KEY, 'open');
  await emit(tx, services, catalogChanged, {});
}

/** Whether something of the starter shop is left. */
export async function hasStarterContent(db: Db): Promise<boolean> {
  const { body } = await readProfile(db);
  if (body.name === starterProfile.name) return true;
  const gig = await db.selectFrom('gigs').select('id').where('id', 'in', STARTER_GIGS).limit(1);
  return Boolean(await gig.executeTakeFirst());
}

/** Removes the starter shop's gigs, past work, people, reviews, pictures and words; the owner's own words stay. */
export async function removeStarterContent(tx: Tx, services: Services): Promise<void> {
  const { body } = await readProfile(tx);
  const own = Object.entries(body).filter(
    ([key, value]) => !isDeepStrictEqual(value, starterProfile[key as keyof ProfileBody]),
  );
  await replaceProfile(tx, iso(services.clock()), { ...BLANK_PROFILE, ...Object.fromEntries(own) });
  await removeSeed(tx);
  await emit(tx, services, catalogChanged, {});
}
