import {
  type Dates,
  numberOfDay,
} from '../../../api/modules/catalog/availability/calendar-rules.ts';
import type { GigDto } from '../../../api/modules/catalog/gigs/dto.ts';
import { priceIn, sellsIn, whyNotOrderable } from '../../../api/modules/catalog/gigs/rules.ts';
import { beginningOf } from '../../../api/modules/catalog/rich-text-rules.ts';
import type { ShownDates, ShownReview } from '../../../api/modules/site/build/catalog-reader.ts';
import type { Currency } from '../../../api/platform/money/rules.ts';

/** Whether it can be ordered, from when, and when the work starts. */
function availabilityOf(gig: GigDto, dates?: Dates | null) {
  if (whyNotOrderable(gig))
    return { availability: 'https://schema.org/OutOfStock', availabilityStarts: gig.pausedUntil };
  const availability = 'https://schema.org/InStock';
  return dates ? { availability, availabilityStarts: dates.startsOn } : { availability };
}

const leadTime = ({ startsOn, deliverBy }: Dates, asOf: string) => ({
  '@type': 'QuantitativeValue',
  minValue: numberOfDay(startsOn) - numberOfDay(asOf),
  maxValue: numberOfDay(deliverBy) - numberOfDay(asOf),
  unitCode: 'DAY',
});

/** The page's structured data for search engines (schema.org). */
interface Place {
  url: string;
  site: string;
  seller: string;
  studio: string;
  dates: ShownDates | undefined;
}

export function gigJsonLd(
  gig: GigDto,
  reviews: ShownReview[],
  { url, site, seller, studio, dates }: Place,
): object[] {
  const offersIn = (currency: Currency) => {
    const prices = gig.PricingPlans.map((plan) => priceIn(plan, currency));
    return {
      '@type': 'AggregateOffer',
      priceCurrency: currency,
      lowPrice: Math.min(...prices),
      highPrice: Math.max(...prices),
      offerCount: prices.length,
      ...availabilityOf(gig),
      url,
      offers: [...gig.PricingPlans.entries()].map(([at, plan]) => ({
        '@type': 'Offer',
        name: `${plan.planType}: ${plan.title}`,
        description: plan.shortDescription,
        price: priceIn(plan, currency),
        priceCurrency: currency,
        ...availabilityOf(gig, dates?.plans[at]),
        ...(dates?.plans[at] ? { deliveryLeadTime: leadTime(dates.plans[at], dates.asOf) } : {}),
        url,
        seller: { '@type': 'Person', name: seller },
      })),
    };
  };
  const product = {
    '@type': 'Product',
    name: gig.title,
    description: beginningOf(gig.description),
    image: gig.thumbnailImages.map((picture) => new URL(picture.url, site).href),
    brand: { '@type': 'Brand', name: studio },
    offers:
      gig.PricingPlans.length > 0 &&
      (sellsIn(gig, 'USD') ? [offersIn('INR'), offersIn('USD')] : offersIn('INR')),
    aggregateRating: gig.numOfReviews > 0 && {
      '@type': 'AggregateRating',
      ratingValue: gig.ratings,
      reviewCount: gig.numOfReviews,
      bestRating: 5,
    },
    review: reviews.slice(0, 4).map((review) => ({
      '@type': 'Review',
      author: { '@type': 'Person', name: review.user.name },
      datePublished: review.createdAt.slice(0, 10),
      reviewBody: review.comment,
      reviewRating: { '@type': 'Rating', ratingValue: review.rating, bestRating: 5 },
    })),
  };
  return [withoutFalse(product), breadcrumbs(gig.title, url, site)];
}

const withoutFalse = (data: object): object =>
  Object.fromEntries(Object.entries(data).filter(([, value]) => value !== false));

const breadcrumbs = (title: string, url: string, site: string): object => ({
  '@type': 'BreadcrumbList',
  itemListElement: [
    { name: 'Home', item: site },
    { name: 'Services', item: new URL('/my-gig', site).href },
    { name: title, item: url },
  ].map((item, at) => ({ '@type': 'ListItem', position: at + 1, ...item })),
});
