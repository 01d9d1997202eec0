import { isDeepStrictEqual } from 'node:util';
import type { Db } from '../../../../db/database.ts';
import { digestOf } from '../../../platform/ids.ts';
import { withAgreed } from '../../case-studies/what-is-shown.ts';
import { readAvailability } from '../../catalog/availability/availability.ts';
import type { Dates } from '../../catalog/availability/calendar-rules.ts';
import type { Availability } from '../../catalog/availability/schema.ts';
import {
  KINDS,
  type KindName,
  listAllPublished,
  MANY,
  NOTHING,
  ofEachKind,
  type Published,
} from '../../catalog/content/kinds.ts';
import type { GigDto } from '../../catalog/gigs/dto.ts';
import { listRatings } from '../../catalog/gigs/queries.ts';
import { type Profile, readPublicProfile } from '../../catalog/profile/read-profile.ts';
import { isShopOpen } from '../../catalog/shop.ts';
import { readLegalPages } from '../../legal/legal-pages.ts';
import type { LegalPage } from '../../legal/rules.ts';
import { readNextDates } from '../../orders/order-dates.ts';
import { type ReviewDto, toReviewDtos } from '../../reviews/dto.ts';
import { type MeasuredNumbers, readNumbers } from './measured-numbers.ts';

/** The data for all pages, read at one time. */
export interface Catalog extends Published {
  reviews: ReviewDto[];
  profile: Profile;
  legal: LegalPage[];
  open: boolean;
  /** When orders are taken, as saved, published or not. */
  availability?: Availability;
  /** The next dates for each number of delivery days; empty without a calendar. */
  dates?: Record<number, Dates>;
  /** As measured today; null without a calendar or with too few orders. */
  numbers?: MeasuredNumbers | null;
}

/** What the owner publishes: the catalog without what others write. A release stores the one it was made of. */
export type Content = Omit<Catalog, 'reviews'>;

/** By id, in the order of pages. */
type ItemDigests = Record<string, { title: string; digest: string }>;

/** Hashes of a content, to find changes without reading all of it. */
interface Digests extends Record<keyof Published, ItemDigests> {
  profile: string;
  legal: string;
}

/** Publishing runs in the seller's time zone. */
const HERE = {
  clock: () => new Date(),
  config: { timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone },
};

async function readDates(db: Db, gigs: readonly GigDto[]): Promise<Record<number, Dates>> {
  const datesFor = await readNextDates(db, HERE);
  if (!datesFor) return {};
  const days = gigs.flatMap(({ PricingPlans }) => PricingPlans.map((plan) => plan.deliveryDays));
  return Object.fromEntries(
    [...new Set(days)].flatMap((each) => {
      const dates = datesFor(each);
      return dates ? [[each, dates]] : [];
    }),
  );
}

export async function readCatalog(db: Db): Promise<Catalog> {
  const published = await listAllPublished(db);
  const profile = await readPublicProfile(db);
  return {
    ...(await withAgreed(db, { ...published, profile })),
    dates: await readDates(db, published.gigs),
    reviews: await toReviewDtos(db),
    legal: await readLegalPages(db),
    open: await isShopOpen(db),
    ...(await readToday(db)),
  };
}

/** What a stored content has as of today. */
async function readToday(db: Db): Promise<Pick<Catalog, 'availability' | 'numbers'>> {
  const availability = await readAvailability(db);
  return { availability, numbers: availability.capacity > 0 ? await readNumbers(db) : null };
}

/** What visitors see: of a closed shop nothing but the profile. */
export const shownOf = (catalog: Catalog): Catalog =>
  !catalog.open ? { ...catalog, ...NOTHING, reviews: [] } : catalog;

/**
 * A published content with today's availability, ratings and reviews, also of gigs that are no longer offered, and with what
 * clients allow today.
 */
export async function withToday(db: Db, content: Content): Promise<Catalog> {
  const ratings = new Map((await listRatings(db)).map((row) => [row.id, row]));
  const gigs = content.gigs.map((gig) => {
    const row = ratings.get(gig._id);
    return row
      ? { ...gig, ratings: row.rating_hundredths / 100, numOfReviews: row.review_count }
      : gig;
  });
  // What a newer version of the program has added to it.
  const profile = { ...(await readPublicProfile(db)), ...content.profile };
  return shownOf({
    ...(await withAgreed(db, { ...content, profile, gigs })),
    reviews: await toReviewDtos(db),
    dates: await readDates(db, gigs),
    ...(await readToday(db)),
  });
}

/** What a gig's hash leaves out: its rating, and the seller's profile, which has its own hash. */
const withoutOthers = ({ DetailedAboutYourself, ...gig }: GigDto) => ({
  ...gig,
  ...{ ratings: 0, numOfReviews: 0 },
});

/** When an item was saved makes no difference. */
function digest(content: Content): Digests {
  const titled = (rows: readonly { _id: string; title: string; updatedAt?: string }[]) =>
    Object.fromEntries(
      rows.map(({ _id, title, updatedAt, ...rest }) => [
        _id,
        { title, digest: digestOf(JSON.stringify([title, rest])) },
      ]),
    );
  return {
    ...ofEachKind((many) =>
      titled(many === 'gigs' ? content.gigs.map(withoutOthers) : content[many]),
    ),
    profile: digestOf(JSON.stringify(content.profile)),
    legal: digestOf(JSON.stringify(content.legal)),
  };
}

export interface UnpublishedChange {
  kind: KindName | 'site';
  what: 'added' | 'changed' | 'removed';
  title: string;
}

/** Lists the changes that a publish would make visible. */
export function changesBetween(published: Content, saved: Content): UnpublishedChange[] {
  const [before, now] = [digest(published), digest(saved)];
  const orders = (digests: Digests) => MANY.map((many) => Object.keys(digests[many]));
  const changes = MANY.flatMap((many): UnpublishedChange[] => {
    const kind: KindName = KINDS[many].one;
    const was = before[many];
    const gone = Object.entries(was)
      .filter(([id]) => !now[many][id])
      .map(([, { title }]): UnpublishedChange => ({ kind, what: 'removed', title }));
    const present = Object.entries(now[many]).flatMap(
      ([id, { title, digest }]): UnpublishedChange[] => {
        if (!was[id]) return [{ kind, what: 'added', title }];
        return was[id].digest === digest ? [] : [{ kind, what: 'changed', title }];
      },
    );
    return [...present, ...gone];
  });
  if (before.profile !== now.profile) {
    changes.push({ kind: 'site', what: 'changed', title: 'Your profile' });
  }
  if (before.legal !== now.legal) {
    changes.push({ kind: 'site', what: 'changed', title: 'The legal pages' });
  }
  if (changes.length === 0 && !isDeepStrictEqual(orders(before), orders(now))) {
    changes.push({ kind: 'site', what: 'changed', title: 'The order of gigs or past work' });
  }
  return changes;
}
