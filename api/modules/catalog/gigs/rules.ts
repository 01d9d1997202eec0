import type { PublicationStatus } from '../../../../db/schema/states.ts';
import { type Currency, price, rupees } from '../../../platform/money/rules.ts';
import { readableDay } from '../availability/calendar-rules.ts';

export const MAX_PLANS = 4;
export const MAX_PICTURES = 8;
export const MAX_EXTRAS = 20;
export const MAX_QUESTIONS = 20;
export const MAX_FEATURES = 20;
/** What the buyer of a package is asked once it is paid. */
export const MAX_BUYER_QUESTIONS = 10;
export const MAX_CHOICES = 12;
export const ANSWER_KINDS = ['text', 'choice', 'files'] as const;
export const MAX_DESCRIPTION_LENGTH = 20_000;

/** The address of its page; `/my-gig/` with its id leads there, too. */
export const gigPath = ({ slug }: { slug: string }): string => `/my-gig/${slug}`;

interface Filled {
  description: string;
  pictures: unknown[];
  PricingPlans: unknown[];
}

/** Lists what a gig still needs before it can be published. */
export function missingFields(gig: Filled): string[] {
  const missing: string[] = [];
  if (!gig.description.replace(/<[^<>]*>/g, '').trim()) missing.push('a description');
  if (gig.pictures.length === 0) missing.push('a picture');
  if (gig.PricingPlans.length === 0) missing.push('a package');
  return missing;
}

/** A package or an extra: rupees, and dollars where the owner gives a price in them. */
export interface PriceList {
  price: number;
  priceUsd?: number | undefined;
}

/** All prices of a package or an extra, for people. */
export const pricesOf = ({ price: amount, priceUsd }: PriceList): string =>
  priceUsd === undefined ? rupees(amount) : `${rupees(amount)} or ${price(priceUsd, 'USD')}`;

/** The price in this currency; ask `sellsIn` first. */
export function priceIn({ price, priceUsd }: PriceList, currency: Currency): number {
  const found = currency === 'USD' ? priceUsd : price;
  if (found === undefined) throw new Error(`no price in ${currency}`);
  return found;
}

/** A package or an extra with its price in this currency only. */
export function inCurrency<T extends PriceList>(item: T, currency: Currency): Omit<T, 'priceUsd'> {
  const { priceUsd, ...rest } = item;
  return { ...rest, price: priceIn(item, currency) };
}

/** Whether each package and each extra has a price in this currency. */
export const sellsIn = (
  { PricingPlans, extraFeatures }: { PricingPlans: PriceList[]; extraFeatures: PriceList[] },
  currency: Currency,
): boolean =>
  currency === 'INR' ||
  (PricingPlans.length > 0 &&
    [...PricingPlans, ...extraFeatures].every(({ priceUsd }) => priceUsd !== undefined));

interface Orderable {
  /** Public answers and pages leave it out, because they hold published gigs only. */
  status?: PublicationStatus;
  PricingPlans: readonly unknown[];
  /** The day of return while a pause lasts. */
  pausedUntil?: string | undefined;
}

/**
 * Why a gig cannot be ordered, as a sentence; undefined if it can. Lists, pages, twins, structured data, dates, carts, quotes
 * and the rehearsed purchase ask this.
 */
export function whyNotOrderable(gig: Orderable): string | undefined {
  const { status = 'published', PricingPlans, pausedUntil } = gig;
  if (status !== 'published') return 'This gig is not offered.';
  if (PricingPlans.length === 0) return 'Not available at the moment.';
  return pausedUntil ? `Takes no orders until ${readableDay(pausedUntil)}.` : undefined;
}

export const isOrderable = (gig: Orderable): boolean => whyNotOrderable(gig) === undefined;

/** The day of return of a gig that is paused today, alone or with the shop; undefined otherwise. */
export const pauseOf = (
  gig: Pick<Orderable, 'pausedUntil'>,
  { today, shopPausedUntil = '' }: { today: string; shopPausedUntil?: string | undefined },
): string | undefined =>
  [gig.pausedUntil ?? '', shopPausedUntil]
    .filter((day) => day > today)
    .sort()
    .at(-1);

/** Gigs as visitors see them on this day: one that is paused has its day of return, and no other. */
export const withPauses = <T extends { pausedUntil?: string | undefined }>(
  gigs: readonly T[],
  on: Parameters<typeof pauseOf>[1],
): T[] =>
  gigs.map((gig) => {
    const { pausedUntil, ...rest } = gig;
    const until = pauseOf(gig, on);
    return (until ? { ...rest, pausedUntil: until } : rest) as T;
  });

interface Rated extends Orderable {
  ratings: number;
  numOfReviews: number;
}

// Bayesian average: five extra reviews of 4 stars, so that one review of 5 does not rank above forty of 4.9.
const PRIOR = { reviews: 5, rating: 4 };

const score = ({ ratings, numOfReviews }: Rated): number =>
  (ratings * numOfReviews + PRIOR.rating * PRIOR.reviews) / (numOfReviews + PRIOR.reviews);

/**
 * The gigs of the home page: those with the best rating that can be ordered, or all while the whole shop is paused. Ties
 * keep the owner's order.
 */
export const bestGigs = <T extends Rated>(gigs: T[], most = 4): T[] =>
  (gigs.some(isOrderable) ? gigs.filter(isOrderable) : gigs.filter((gig) => gig.pausedUntil))
    .sort((a, b) => score(b) - score(a))
    .slice(0, most);
