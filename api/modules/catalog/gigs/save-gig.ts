import type { Db } from '../../../../db/database.ts';
import { transaction } from '../../../../db/transaction.ts';
import { iso } from '../../../platform/clock.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { newId } from '../../../platform/ids.ts';
import type { Services } from '../../../platform/services.ts';
import { checkPictures } from '../picture-queries.ts';
import { nextPosition } from '../positions.ts';
import { createVersionedEditor } from '../versioned-editor.ts';
import { type AdminGigDto, bodyOf, toAdminGigDto } from './dto.ts';
import { updateGig } from './queries.ts';
import { incompleteMessage, missingFields } from './rules.ts';
import type { GigBody, GigDocument } from './schema.ts';
import { UNKNOWN_GIG } from './texts.ts';

/** Creates a gig as a draft. */
export async function createGig(services: Services, body: GigBody): Promise<AdminGigDto> {
  const id = newId();
  services.audit?.setSubject(id);
  return transaction(services, async (tx) => {
    await insertGig(tx, { id, now: iso(services.clock()), body });
    return found(tx, id);
  });
}

/** Inserts a gig as a draft, the last in the owner's order. */
export async function insertGig(tx: Db, gig: { id: string; now: string; body: GigBody }) {
  const { id, now, body } = gig;
  await checkPictures(tx, 'pictures', body.pictures);
  await tx
    .insertInto('gigs')
    .values({
      id,
      slug: slugOf(body.title, id),
      position: await nextPosition(tx, 'gigs'),
      status: 'draft',
      body: JSON.stringify(toDocument(body)),
      rating_hundredths: 0,
      review_count: 0,
      created_at: now,
      updated_at: now,
      version: 1,
    })
    .execute();
}

export const gigEditor = createVersionedEditor<AdminGigDto, GigBody>({
  kind: 'gig',
  find: found,
  bodyOf,
  async write(tx, { id, version, now }, { status, ...body }) {
    const missing = missingFields(body);
    if (status === 'published' && missing.length > 0) {
      throw new ApiError(400, incompleteMessage(missing));
    }
    const stored = JSON.stringify(toDocument(body));
    const changed = await updateGig(tx, id, version, { body: stored, status, updated_at: now });
    if (changed) await checkPictures(tx, 'pictures', body.pictures);
    return changed !== undefined;
  },
});

async function found(db: Db, id: string): Promise<AdminGigDto> {
  const gig = await toAdminGigDto(db, id);
  if (!gig) throw new ApiError(404, UNKNOWN_GIG);
  return gig;
}

/** Plans and extras keep the ids that the form sends, because open carts refer to them; new ones get one. */
const toDocument = (body: GigBody): GigDocument => ({
  ...body,
  PricingPlans: withIds(body.PricingPlans),
  extraFeatures: withIds(body.extraFeatures),
});

/** Packages from an older dashboard, which knows no questions, keep those that are stored. */
export const withQuestions = (
  plans: GigBody['PricingPlans'],
  stored: GigDocument['PricingPlans'],
): GigBody['PricingPlans'] =>
  plans.map((plan) => {
    const known = plan.questions ?? stored.find(({ _id }) => _id === plan._id)?.questions;
    return known ? { ...plan, questions: known } : plan;
  });

/** Ids are unique in their gig; a row that was copied in the form gets a new one. */
function withIds<T extends { _id?: string | undefined }>(rows: T[]): (T & { _id: string })[] {
  const taken = new Set<string>();
  return rows.map((row) => {
    const _id = row._id && !taken.has(row._id) ? row._id : newId();
    taken.add(_id);
    return Object.assign({ _id }, row, { _id });
  });
}

/** Creates a readable and unique URL name. */
export const slugOf = (title: string, id: string): string =>
  `${title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-|-$/g, '')}-${id.slice(-6)}`;
