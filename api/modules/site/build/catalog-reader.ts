import { dayIn } from '../../../platform/dates.ts';
import type { PictureDto } from '../../../platform/files/dto.ts';
import type { ArticleDto } from '../../catalog/articles/kind.ts';
import type { Dates } from '../../catalog/availability/calendar-rules.ts';
import type { ContentKind } from '../../catalog/content/kind.ts';
import { KINDS, MANY, type Many, type Published } from '../../catalog/content/kinds.ts';
import type { GigDto } from '../../catalog/gigs/dto.ts';
import {
  bestGigs,
  isOrderable,
  type PriceList,
  sellsIn,
  whyNotOrderable,
  withPauses,
} from '../../catalog/gigs/rules.ts';
import { accentStyle } from '../../catalog/profile/accent-rules.ts';
import type { Profile } from '../../catalog/profile/read-profile.ts';
import { monogramOf, studioName } from '../../catalog/profile/rules.ts';
import type { ProjectDto } from '../../catalog/projects/kind.ts';
import { beginningOf } from '../../catalog/rich-text-rules.ts';
import type { ReviewDto } from '../../reviews/dto.ts';
import { topReviews } from '../../reviews/top-reviews-rules.ts';
import type { Catalog } from './catalog-snapshot.ts';

const GIGS_PER_PAGE = 24;

export interface ShownBrand extends Pick<Profile['brand'], 'monogram' | 'logo' | 'accent'> {
  studio: string;
  /** The tokens of style sheets that differ from those in tokens.css. */
  style: string;
}

/** A review on pages: without the time of the reply. */
export interface ShownReview extends Omit<ReviewDto, 'reply'> {
  reply?: { text: string };
}

export interface ShownDates {
  asOf: string;
  plans: (Dates | null)[];
}

const CARD_TECHNOLOGIES = 3;
const SELLER_GIGS = 12;
const CV_GIGS = 12;
const CV_PROJECTS = 6;
const OFFERS = 100;
const IN_ROW = 3;
const IN_FEED = 20;

/**
 * The catalog functions for pages. Each returns only what the pages show, because a page is rendered again
 * when one of the results that it used has changed. At most one argument, a string. Days are those of the process's time
 * zone, which is the seller's when publishing.
 */
export function createCatalogReader(catalog: Catalog, now = new Date()) {
  const { profile, legal, availability } = catalog;
  const projects = catalog.projects.map(withoutPrivate);
  const articles = catalog.articles.map(withoutPrivate);
  const today = dayIn(now, Intl.DateTimeFormat().resolvedOptions().timeZone);
  const gigs = withPauses(catalog.gigs.map(withoutPrivate), {
    today,
    shopPausedUntil: availability?.pausedUntil,
  });
  const reviews = catalog.reviews.map(toShownReview);
  const byId = new Map(gigs.map((gig) => [gig._id, gig]));
  const shown: Published = { gigs, projects, articles };
  const find = <Name extends Many>(
    address: `${Name}/${string}`,
  ): Published[Name][number] | undefined => {
    const [many, ...name] = address.split('/');
    const items: Published[Name][number][] = shown[many as Name];
    return items.find((item) => addressIn(item) === name.join('/'));
  };
  const sections = MANY.flatMap((many) => {
    const kind: ContentKind = KINDS[many];
    return kind.section && catalog[many].length > 0 ? [{ many, kind, section: kind.section }] : [];
  });
  const addressed = [
    { kind: KINDS.gigs as ContentKind, items: catalog.gigs },
    { kind: KINDS.projects as ContentKind, items: catalog.projects },
    { kind: KINDS.articles as ContentKind, items: catalog.articles },
  ];
  const byGig = Map.groupBy(reviews, ({ gigId }) => gigId);
  return {
    /** The dates of a gig's packages if it is ordered on this day, in their order; undefined without a calendar. */
    planDates: (id: string): ShownDates | undefined => {
      const gig = byId.get(id);
      if (!gig || !isOrderable(gig) || !availability?.capacity) return undefined;
      return {
        asOf: today,
        plans: gig.PricingPlans.map(({ deliveryDays }) => catalog.dates?.[deliveryDays] ?? null),
      };
    },
    /** The gigs of the searchable list. */
    listedGigs: () => gigs.map((gig) => ({ ...toGigCard(gig), description: gig.description })),
    technologies: () => [...new Set(gigs.flatMap(({ technologies }) => technologies))].sort(),
    gigCount: () => gigs.length,
    /** Whether pages show prices in two currencies. */
    sellsInDollars: () => gigs.some((gig) => sellsIn(gig, 'USD')),
    /** The number of pages in the list of gigs; at least 1. */
    gigPages: () => Math.max(1, Math.ceil(gigs.length / GIGS_PER_PAGE)),
    gigPage: (page: string) => {
      const first = (Number(page) - 1) * GIGS_PER_PAGE;
      return gigs.slice(first, first + GIGS_PER_PAGE).map(toShortCard);
    },
    sellerGigs: () => gigs.slice(0, SELLER_GIGS).map(toShortCard),
    /** The gigs of the home page, with the prices of their first plan. */
    featuredGigs: () =>
      bestGigs(gigs).flatMap(({ slug, title, PricingPlans: [plan] }) =>
        plan ? { slug, title, prices: listOf(plan), days: plan.deliveryDays } : [],
      ),
    /** All gigs, or those of a short list. */
    offers: (all?: 'all') => (all ? gigs : gigs.slice(0, OFFERS)).map(toOffer),
    shareCard: (id: string) => {
      const gig = byId.get(id);
      if (!gig) return undefined;
      const { title, ratings, numOfReviews, thumbnailImages } = gig;
      return {
        title,
        prices: firstPrices(gig),
        rating: ratings.toFixed(1),
        numOfReviews,
        pictureUrl: thumbnailImages[0]?.url,
      };
    },
    numbers: () => catalog.numbers ?? null,
    reviews: () => reviews,
    reviewsOf: (gigId: string) => byGig.get(gigId) ?? [],
    topReviews: () =>
      topReviews(reviews).map(({ _id, rating, comment, avatar, user, createdAt }) => ({
        ...{ _id, rating, comment, user, createdAt },
        ...(avatar ? { avatar } : {}),
      })),
    /** All items of a kind. */
    items: <Name extends Many>(many: Name): Published[Name] => shown[many],
    /** One by the last part of its address, like `articles/a-slug`. */
    item: find,
    /** Past work in the list and its popups. The first is shown with its before and after. */
    listedProjects: () => projects.map((project, at) => toListedProject(project, at === 0)),
    listedArticles: () => articles.map(toListedArticle),
    /** The past work of the home page: first in the owner's order what says its result. */
    clientWork: () =>
      projects
        .toSorted((a, b) => Number(!a.result) - Number(!b.result))
        .slice(0, IN_ROW)
        .map(({ _id, slug, title, img, result, priceRange, timeframe }) => ({
          ...{ _id, slug, title, img, result, priceRange, timeframe },
        })),
    /** The articles of the home page. */
    latestArticles: () => articles.slice(0, IN_ROW).map(toListedArticle),
    feed: () =>
      articles.slice(0, IN_FEED).map(({ _id, title, slug, date, text, updatedAt }) => ({
        ...{ _id, title, slug, date, text, updatedAt },
      })),
    /** Links to all items of a kind, with a line on each. */
    links: (many: 'projects' | 'articles') =>
      many === 'projects'
        ? projects.map(({ title, slug, result, type }) => ({ title, slug, note: result ?? type }))
        : articles.map(({ title, slug, date }) => ({ title, slug, note: date })),
    /** The words of an item: of pictures what they show, and nothing of when it was saved. */
    words: <Name extends Many>(address: `${Name}/${string}`) => {
      const found: Published[Name][number] | undefined = find(address);
      return found && (wordsOf(found) as WordsOf<Published[Name][number]>);
    },
    projectCard: (id: string) => {
      const project = projects.find(({ _id }) => _id === id);
      if (!project) return undefined;
      const { title, type, timeframe, img } = project;
      return { title, type, timeframe, pictureUrl: img.url };
    },
    articleCard: (id: string) => {
      const article = articles.find(({ _id }) => _id === id);
      return (
        article && { title: article.title, date: article.date, pictureUrl: article.picture?.url }
      );
    },
    /** The lists that visitors find in the navigation while they hold something. */
    sections: () => sections.map(({ section }) => section),
    /** The pages of items, with the time of their last change. */
    itemPages: () =>
      addressed.flatMap(({ kind, items }) =>
        items.map((item) => ({
          path: kind.pageOf(item),
          ...('updatedAt' in item ? { updatedAt: item.updatedAt } : {}),
        })),
      ),
    /** Where visitors are led who come to an address that an item had before. */
    redirects: () => redirectsOf(addressed),
    /** The items before and after one, by its address. */
    neighbours: (address: `${Many}/${string}`) => {
      const [many, ...name] = address.split('/');
      const list: Titled[] = catalog[many as Many];
      const at = list.findIndex((item) => addressIn(item) === name.join('/'));
      const link = (item: Titled | undefined) =>
        item && { title: item.title, path: (KINDS[many as Many] as ContentKind).pageOf(item) };
      return { previous: link(list[at - 1]), next: link(list[at + 1]) };
    },
    /** What a link to an item says, by kind and id; undefined when visitors do not see it. */
    link: (item: `${Many}/${string}`) => {
      const [many, id] = item.split('/');
      const found = (catalog[many as Many] as Titled[]).find(({ _id }) => _id === id);
      const kind: ContentKind = KINDS[many as Many];
      return found && { title: found.title, path: kind.pageOf(found) };
    },
    /** A gig on the page of something like it. */
    offer: (id: string) => {
      const gig = byId.get(id);
      return gig && toOffer(gig);
    },
    review: (id: string) => {
      const review = reviews.find(({ _id }) => _id === id);
      return review && toWords(review);
    },
    reviewWords: () => reviews.map(toWords),
    /** The part of the catalog that the CV shows. */
    cv: () => ({
      gigs: gigs.slice(0, CV_GIGS).map(({ title }) => title),
      projects: projects
        .slice(0, CV_PROJECTS)
        .map(({ title, type, tech, timeframe }) => ({ title, type, tech, timeframe })),
    }),
    brand: (): ShownBrand => ({
      studio: studioName(profile),
      monogram: monogramOf(profile),
      logo: profile.brand.logo,
      accent: profile.brand.accent,
      style: accentStyle(profile.brand.accent),
    }),
    isOpen: () => catalog.open !== false,
    /** What there is to link to. */
    has: () => ({
      gigs: gigs.length > 0,
      projects: projects.length > 0,
      reviews: reviews.length > 0,
      showcase: profile.showcase.length > 0,
    }),
    profile: <Field extends keyof Profile>(field: Field): Profile[Field] => profile[field],
    legalPage: (path: string) => legal.find((page) => page.path === path),
    /** The titles of the legal pages, for links. */
    legalPages: () => legal.map(({ path, title }) => ({ path, title })),
    year: () => now.getFullYear(),
    firstOfMonth: () => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)),
  };
}

export type CatalogReader = ReturnType<typeof createCatalogReader>;
export type FeaturedGig = ReturnType<CatalogReader['featuredGigs']>[number];
export type TopReview = ReturnType<CatalogReader['topReviews']>[number];

export interface Offer {
  id: string;
  slug: string;
  title: string;
  /** With its days, of a gig that can be ordered. */
  prices?: PriceList;
  days?: number;
  unavailable?: string | undefined;
}

function toOffer(gig: GigDto): Offer {
  const { _id: id, slug, title } = gig;
  const prices = firstPrices(gig);
  if (!prices) return { id, slug, title, unavailable: whyNotOrderable(gig) };
  return { id, slug, title, prices, days: gig.PricingPlans[0]?.deliveryDays ?? 0 };
}

/** What somebody says of a gig, and whether that person bought it here. */
const toWords = ({ rating, comment, user, createdAt, verified }: ShownReview) => ({
  ...{ rating, comment, user, createdAt },
  ...(verified ? { verified } : {}),
});

export type ReviewWords = ReturnType<typeof toWords>;

/** The addresses from before lead to an item, and like the order of a case study they are not shown. */
const withoutPrivate = <T extends Titled>({ formerSlugs, orderId, ...item }: T) => item as T;

const toListedProject = (project: ProjectDto, isFirst: boolean) => {
  const { parts, before, after, figures, reviewId, gigId, updatedAt, ...shown } = project;
  const { client, quotation, ...listed } = shown;
  return { ...listed, ...(isFirst && before && after ? { compared: { before, after } } : {}) };
};

export type ListedProject = ReturnType<typeof toListedProject>;

const toListedArticle = ({ _id, title, slug, date, text, picture }: ArticleDto) => ({
  ...{ _id, title, slug, date, beginning: beginningOf(text) },
  ...(picture ? { picture } : {}),
});

export type ListedArticle = ReturnType<typeof toListedArticle>;

type WordsOf<T> = T extends PictureDto
  ? Pick<PictureDto, 'alt'>
  : T extends readonly (infer Item)[]
    ? WordsOf<Item>[]
    : T extends object
      ? { [Key in keyof T]: WordsOf<T[Key]> }
      : T;

function wordsOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(wordsOf);
  if (typeof value !== 'object' || value === null) return value;
  if ('srcset' in value && 'alt' in value) return { alt: value.alt };
  const { createdAt, updatedAt, DetailedAboutYourself, ...words } = value as Record<
    string,
    unknown
  >;
  return Object.fromEntries(Object.entries(words).map(([key, each]) => [key, wordsOf(each)]));
}

interface Titled {
  _id: string;
  title: string;
  slug?: string;
  formerSlugs?: string[];
  orderId?: string;
}

/** Of addresses that two items had, the first one's. Where something else is by now, nobody is led away. */
function redirectsOf(lists: readonly { kind: ContentKind; items: readonly Titled[] }[]) {
  const current = new Set(lists.flatMap(({ kind, items }) => items.map(kind.pageOf)));
  const found = new Map<string, string>();
  for (const { kind, items } of lists) {
    for (const item of items) {
      for (const slug of item.formerSlugs ?? []) {
        const from = kind.pageOf({ ...item, slug });
        if (!current.has(from) && !found.has(from)) found.set(from, kind.pageOf(item));
      }
    }
  }
  return [...found].map(([from, to]) => ({ from, to }));
}

const addressIn = (item: { _id: string; slug?: string }) => item.slug ?? item._id;

const listOf = ({ price, priceUsd }: PriceList): PriceList => ({ price, priceUsd });

/** The prices of the first plan; null if the gig cannot be ordered. */
const firstPrices = (gig: GigDto): PriceList | null => {
  const [plan] = gig.PricingPlans;
  return plan && isOrderable(gig) ? listOf(plan) : null;
};

const toShownReview = ({ reply, ...review }: ReviewDto): ShownReview => ({
  ...review,
  ...(reply ? { reply: { text: reply.text } } : {}),
});

/** A gig in a list, with price and delivery days of its first plan. */
const toGigCard = (gig: GigDto) => ({
  _id: gig._id,
  slug: gig.slug,
  title: gig.title,
  technologies: gig.technologies,
  picture: gig.thumbnailImages[0],
  prices: firstPrices(gig),
  /** Shown instead of the price. */
  unavailable: whyNotOrderable(gig),
  days: gig.PricingPlans[0]?.deliveryDays ?? 0,
  ratings: gig.ratings,
  numOfReviews: gig.numOfReviews,
});

export type GigCard = ReturnType<typeof toGigCard>;

const toShortCard = (gig: GigDto): GigCard => ({
  ...toGigCard(gig),
  technologies: gig.technologies.slice(0, CARD_TECHNOLOGIES),
});
