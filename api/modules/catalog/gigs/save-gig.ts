import type { Db } from '../../../../db/database.ts';
import { transaction } from '../../../../db/transaction.ts';
import { iso } from '../../../platform/clock.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { toPaise } from '../../../platform/money/rules.ts';
import type { Services } from '../../../platform/services.ts';
import { checkPictures } from '../check-pictures.ts';
import { nextPosition } from '../position-queries.ts';
import { createVersionedEditor } from '../versioned-editor.ts';
import { type AdminGigDto, bodyOf, toAdminGigDto } from './admin-dto.ts';
import { updateGig } from './admin-queries.ts';
import { incompleteMessage, missingFields } from './publication-rules.ts';
import type { GigBody } from './schema.ts';
import { UNKNOWN_GIG } from './texts.ts';

/** Creates a gig as a draft. */
export async function createGig(services: Services, body: GigBody): Promise<AdminGigDto> {
  const now = iso(services.clock());
  const id = newId();
  services.audit?.setSubject(id);
  return transaction(services, async (tx) => {
    await tx
      .insertInto('gigs')
      .values({
        id,
        slug: slugOf(body.title, id),
        position: await nextPosition(tx, 'gigs'),
        status: 'draft',
        title: body.title,
        description_html: body.description,
        technologies: JSON.stringify(body.technologies),
        rating_hundredths: 0,
        review_count: 0,
        created_at: now,
        updated_at: now,
        version: 1,
      })
      .execute();
    await replaceDetails(tx, id, body);
    return found(tx, id);
  });
}

export const gigEditor = createVersionedEditor<AdminGigDto, GigBody>({
  kind: 'gig',
  find: found,
  bodyOf,
  async write(tx, { id, version, now }, body) {
    const missing = missingFields(body);
    if (body.status === 'published' && missing.length > 0) {
      throw new ApiError(400, incompleteMessage(missing));
    }
    const changed = await updateGig(tx, id, version, {
      title: body.title,
      description_html: body.description,
      technologies: JSON.stringify(body.technologies),
      status: body.status,
      updated_at: now,
    });
    if (changed) await replaceDetails(tx, id, body);
    return changed !== undefined;
  },
});

async function found(db: Db, id: string): Promise<AdminGigDto> {
  const gig = await toAdminGigDto(db, id);
  if (!gig) throw new ApiError(404, UNKNOWN_GIG);
  return gig;
}

/**
 * Replaces the details of a gig. Plans and extras keep the ids that the form sends, because open carts refer
 * to them.
 */
async function replaceDetails(tx: Db, gig_id: string, body: GigBody): Promise<void> {
  await checkPictures(tx, 'pictures', body.pictures);
  const old = await Promise.all(
    (['plans', 'extras'] as const).map((table) =>
      tx.deleteFrom(table).where('gig_id', '=', gig_id).returning('id').execute(),
    ),
  );
  const own = new Set(old.flat().map((row) => row.id));
  const idOf = (sent: string | undefined) => (sent && own.delete(sent) ? sent : newId());
  for (const table of ['faqs', 'gig_pictures'] as const) {
    await tx.deleteFrom(table).where('gig_id', '=', gig_id).execute();
  }
  for (const [position, plan] of body.PricingPlans.entries()) {
    await tx
      .insertInto('plans')
      .values({
        id: idOf(plan._id),
        gig_id,
        position,
        plan_type: plan.planType,
        title: plan.title,
        price: toPaise(plan.price),
        short_description: plan.shortDescription,
        delivery_days: plan.deliveryDays,
        revision_count: plan.revisionCount,
        features: JSON.stringify(plan.features),
      })
      .execute();
  }
  for (const [position, { _id, name, description, price }] of body.extraFeatures.entries()) {
    const row = { name, description, price: toPaise(price) };
    await tx
      .insertInto('extras')
      .values({ id: idOf(_id), gig_id, position, ...row })
      .execute();
  }
  for (const [position, faq] of body.FAQ.entries()) {
    await tx
      .insertInto('faqs')
      .values({ id: newId(), gig_id, position, ...faq })
      .execute();
  }
  for (const [position, { _id, alt }] of body.pictures.entries()) {
    const row = { gig_id, position, picture_id: _id, alt };
    await tx.insertInto('gig_pictures').values(row).execute();
  }
}

/** Creates a readable and unique URL name. */
export const slugOf = (title: string, id: string): string =>
  `${title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-|-$/g, '')}-${id.slice(-6)}`;
