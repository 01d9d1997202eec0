import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Database, Db } from './database.ts';
import { lockName } from './engine.ts';
import { articles } from './seed/articles.ts';
import { caseStudies } from './seed/case-studies.ts';
import { gigs } from './seed/gigs.ts';
import { people } from './seed/people.ts';
import { profilePictures, starterProfile } from './seed/profile.ts';
import { projects } from './seed/projects.ts';
import { reviews } from './seed/reviews.ts';
import { OPENED, seedId } from './seed/seed-id.ts';
import type { SeedGig, SeedProject } from './seed/types.ts';
import { storeSetting } from './settings.ts';
import { transaction } from './transaction.ts';

export { seedId };

const PICTURES = new URL('./seed/pictures/', import.meta.url);
const paise = (rupees: number) => rupees * 100;

/** Seeds an empty database with the starter catalog. Ids are derived from names, so they are stable. */
export async function seed(store: Database): Promise<boolean> {
  const isDone = async (db: Db) =>
    Boolean(await db.selectFrom('profiles').select('version').limit(1).executeTakeFirst());
  if (await isDone(store.db)) return false;
  return transaction({ store }, async (tx) => {
    await lockName(tx, 'seed');
    // A different process may have seeded it before the lock.
    if (await isDone(tx)) return false;
    if (await tx.selectFrom('gigs').select('id').limit(1).executeTakeFirst()) return false;
    await insertProfile(tx);
    for (const [position, gig] of gigs.entries()) await insertGig(tx, gig, position);
    for (const [position, project] of projects.entries())
      await insertProject(tx, project, position);
    for (const [position, article] of articles.entries())
      await insertContent(tx, 'article', article, position, `${article.date}T00:00:00.000Z`);
    await insertReviews(tx);
    await storeSetting(tx, 'shop', 'open');
    return true;
  });
}

async function insertProfile(tx: Db): Promise<void> {
  for (const { file, ...size } of profilePictures) await insertPicture(tx, file, size);
  await tx
    .insertInto('profiles')
    .values({ version: 1, body: JSON.stringify(starterProfile), saved_at: OPENED })
    .execute();
}

async function insertGig(tx: Db, gig: SeedGig, position: number): Promise<void> {
  const pictures = [];
  for (const [at, alt] of gig.pictures.entries())
    pictures.push({ _id: await insertPicture(tx, pictureOfGig(gig, at)), alt });
  const body = {
    title: gig.title,
    description: gig.description,
    technologies: gig.technologies,
    pictures,
    PricingPlans: gig.plans.map(({ adds, size, ...plan }, at) => ({
      _id: seedId(`plan:${gig.slug}:${plan.planType}`),
      ...plan,
      questions: [],
      features: [...gig.plans.slice(0, at).flatMap((smaller) => smaller.adds), ...adds, size],
    })),
    extraFeatures: gig.extras.map((extra) => ({
      _id: seedId(`extra:${gig.slug}:${extra.name}`),
      ...extra,
    })),
    FAQ: gig.faq,
    pausedUntil: '',
  };
  await tx
    .insertInto('gigs')
    .values({
      id: seedId(`gig:${gig.slug}`),
      slug: gig.slug,
      position,
      status: 'published',
      body: JSON.stringify(body),
      rating_hundredths: 0,
      review_count: 0,
      created_at: OPENED,
      updated_at: OPENED,
      version: 1,
    })
    .execute();
}

const pictureOfGig = ({ slug }: SeedGig, at: number): string => `${slug}-${at + 1}`;
const pictureOfProject = ({ slug }: SeedProject): string => `project-${slug}`;

const pictureBefore = (project: SeedProject): string => `${pictureOfProject(project)}-before`;

async function insertProject(tx: Db, project: SeedProject, position: number): Promise<void> {
  const picture = { _id: await insertPicture(tx, pictureOfProject(project)), alt: project.alt };
  const body = {
    title: project.title,
    desc: project.description,
    type: project.industry,
    tech: project.tech,
    priceRange: { min: project.priceMinRupees, max: project.priceMaxRupees },
    timeframe: { start: project.startedOn, end: project.endedOn },
    picture,
    liveLink: '',
    ...(await bodyOfStudy(tx, project, picture)),
  };
  const postedAt = `${project.postedOn}T00:00:00.000Z`;
  await insertContent(tx, 'project', { slug: project.slug, ...body }, position, postedAt);
}

async function bodyOfStudy(tx: Db, project: SeedProject, after: { _id: string; alt: string }) {
  const study = caseStudies[project.slug];
  if (!study) return {};
  const { before: alt, review, gig, ...told } = study;
  const before = { _id: await insertPicture(tx, pictureBefore(project)), alt };
  return {
    ...told,
    beforeAfter: { before, after },
    reviewId: seedId(`review:${review}`),
    gigId: seedId(`gig:${gig}`),
  };
}

async function insertContent(
  tx: Db,
  kind: 'project' | 'article',
  { slug, ...body }: { slug: string },
  position: number,
  createdAt: string,
): Promise<void> {
  await tx
    .insertInto('content_items')
    .values({
      id: seedId(`${kind}:${slug}`),
      kind,
      slug,
      position,
      status: 'published',
      body: JSON.stringify({ slug, ...body }),
      created_at: createdAt,
      updated_at: OPENED,
      version: 1,
    })
    .execute();
}

async function insertPicture(
  tx: Db,
  file: string,
  size = { width: 1440, height: 900 },
): Promise<string> {
  const id = seedId(`picture:${file}`);
  const variants = [];
  const files = readdirSync(PICTURES).filter((name) => name.startsWith(`${file}-`));
  for (const name of files) {
    const match = /-(\d+)\.(avif|webp)$/.exec(name);
    if (!match?.[1]) continue;
    const mime = `image/${match[2]}`;
    variants.push({ width: Number(match[1]), mime, hash: await insertMedia(tx, name, mime) });
  }
  variants.sort((a, b) => a.width - b.width);
  await tx
    .insertInto('pictures')
    .values({ id, ...size, variants: JSON.stringify(variants) })
    .execute();
  return id;
}

async function insertMedia(tx: Db, name: string, mime: string): Promise<string> {
  const bytes = readFileSync(new URL(name, PICTURES));
  const hash = hashOf(bytes);
  await tx
    .insertInto('media')
    .values({ hash, mime, bytes, created_at: OPENED })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute();
  return hash;
}

async function insertReviews(tx: Db): Promise<void> {
  for (const person of people) {
    const avatar = person.avatar && `avatar-${person.avatar}.webp`;
    await tx
      .insertInto('users')
      .values({
        id: seedId(`person:${person.slug}`),
        name: person.name,
        email: `${person.slug}@demo.example`,
        password_hash: null,
        role: 'buyer',
        avatar_hash:
          avatar && existsSync(new URL(avatar, PICTURES))
            ? await insertMedia(tx, avatar, 'image/webp')
            : null,
        is_verified: 1,
        last_login_at: null,
        created_at: OPENED,
      })
      .execute();
  }
  for (const review of reviews) {
    const plan = gigs
      .find((gig) => gig.slug === review.gig)
      ?.plans.find((each) => each.planType === review.plan);
    if (!plan) throw new Error(`A starter review names an unknown package: ${review.gig}`);
    await tx
      .insertInto('reviews')
      .values({
        id: seedId(`review:${review.person}:${review.gig}`),
        gig_id: seedId(`gig:${review.gig}`),
        user_id: seedId(`person:${review.person}`),
        order_id: null,
        half_stars: review.rating * 2,
        comment: review.comment,
        plan_type: plan.planType,
        price: paise(plan.price),
        delivery_days: plan.deliveryDays,
        edited: review.edited ? 1 : 0,
        created_at: new Date(review.createdAt).toISOString(),
        updated_at: new Date(review.createdAt).toISOString(),
        reply: null,
        replied_at: null,
      })
      .execute();
  }
  for (const gig of gigs) await countReviews(tx, seedId(`gig:${gig.slug}`));
}

async function countReviews(tx: Db, gigId: string): Promise<void> {
  const rows = await tx
    .selectFrom('reviews')
    .select('half_stars')
    .where('gig_id', '=', gigId)
    .execute();
  const sum = rows.reduce((total, row) => total + row.half_stars, 0);
  await tx
    .updateTable('gigs')
    .set({
      review_count: rows.length,
      rating_hundredths: rows.length ? Math.round((sum * 50) / rows.length) : 0,
    })
    .where('id', '=', gigId)
    .execute();
}

/**
 * Removes what the seed has inserted: gigs, past work, articles, people, reviews, and the pictures that nothing else shows.
 */
export async function removeSeed(tx: Db): Promise<void> {
  const gigIds = gigs.map(({ slug }) => seedId(`gig:${slug}`));
  const contentIds = [
    ...projects.map(({ slug }) => seedId(`project:${slug}`)),
    ...articles.map(({ slug }) => seedId(`article:${slug}`)),
  ];
  const personIds = people.map(({ slug }) => seedId(`person:${slug}`));
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
  await removePictures(tx);
}

async function removePictures(tx: Db): Promise<void> {
  const shown = [
    ...(await tx.selectFrom('gigs').select('body').execute()),
    ...(await tx.selectFrom('profiles').select('body').execute()),
    ...(await tx.selectFrom('content_items').select('body').execute()),
  ].map(({ body }) => body);
  const files = [
    ...gigs.flatMap((gig) => gig.pictures.map((_, at) => pictureOfGig(gig, at))),
    ...projects.flatMap((project) => [pictureOfProject(project), pictureBefore(project)]),
    ...profilePictures.map(({ file }) => file),
  ];
  const unused = files
    .map((file) => seedId(`picture:${file}`))
    .filter((id) => !shown.some((body) => body.includes(id)));
  const removed = await tx
    .deleteFrom('pictures')
    .where('id', 'in', unused)
    .returning('variants')
    .execute();
  const hashes = removed.flatMap(({ variants }) =>
    (JSON.parse(variants) as { hash: string }[]).map(({ hash }) => hash),
  );
  const kept = await tx.selectFrom('pictures').select('variants').execute();
  const avatars = await tx.selectFrom('users').select('avatar_hash').execute();
  const isUsed = (hash: string) =>
    kept.some(({ variants }) => variants.includes(hash)) ||
    avatars.some(({ avatar_hash }) => avatar_hash === hash);
  const faces = readdirSync(PICTURES)
    .filter((name) => name.startsWith('avatar-'))
    .map((name) => hashOf(readFileSync(new URL(name, PICTURES))));
  const orphans = [...hashes, ...faces].filter((hash) => !isUsed(hash));
  if (orphans.length > 0) await tx.deleteFrom('media').where('hash', 'in', orphans).execute();
}

const hashOf = (bytes: Buffer): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, 40);
