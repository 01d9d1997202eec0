import type { APIRoute } from 'astro';
import { readableDay } from '../../../api/modules/catalog/availability/calendar-rules.ts';
import { gigPath, pricesOf, whyNotOrderable } from '../../../api/modules/catalog/gigs/rules.ts';
import type { CatalogReader } from '../../../api/modules/site/build/catalog-reader.ts';
import {
  list,
  ofRichText,
  paragraphs,
  plain,
  section,
  table,
} from '../../features/twins/markdown.ts';
import { links, twin } from '../../features/twins/twins.ts';
import { pluralize } from '../../lib/format.ts';

export const paths = (catalog: CatalogReader) => catalog.items('gigs').map(({ slug }) => slug);

export const GET: APIRoute = ({ site, params, locals: { catalog } }) => {
  const gig = catalog.words(`gigs/${params['gigId']}`);
  if (!gig) return new Response(null, { status: 404 });
  const gigId = gig._id;
  const page = new URL(gigPath(gig), site);
  const dates = catalog.planDates(gigId);
  const plans = gig.PricingPlans.map((plan, at) => {
    const day = dates?.plans[at];
    return [
      plain(`${plan.planType}: ${plan.title}`),
      pricesOf(plan),
      pluralize(plan.deliveryDays, 'day'),
      `${plan.revisionCount}`,
      ...(dates ? [day ? readableDay(day.deliverBy) : ''] : []),
      plain(plan.shortDescription),
    ];
  });
  const asOf = dates ? [`Ready, ordered on ${readableDay(dates.asOf)}`] : [];
  const head = ['Package', 'Price', 'Time', 'Revisions', ...asOf, 'What it is'];
  return twin(gig.title, page, [
    gig.numOfReviews > 0 &&
      `Rated ${gig.ratings} of 5 by ${pluralize(gig.numOfReviews, 'review')}.`,
    whyNotOrderable(gig),
    ofRichText(gig.description, page),
    ...section('Pictures', list(gig.thumbnailImages.map(({ alt }) => plain(alt)))),
    ...section('Packages', plans.length > 0 ? table(head, plans) : ''),
    ...gig.PricingPlans.flatMap((plan) =>
      section(`In ${plan.planType}`, list(plan.features.map(plain))),
    ),
    ...section(
      'Extras',
      list(
        gig.extraFeatures.map((extra) =>
          plain(`${extra.name}, ${pricesOf(extra)}: ${extra.description}`),
        ),
      ),
    ),
    dates &&
      `The dates for an order of today: GET ${new URL(`/api/v1/gig/availability/${gigId}`, site)}`,
    ...section('Technologies', plain(gig.technologies.join(', '))),
    ...gig.FAQ.flatMap(({ question, answer }) => [`### ${plain(question)}`, paragraphs(answer)]),
    ...section(
      'Terms',
      links(
        site,
        catalog.legalPages().map(({ title, path }) => [title, path]),
      ),
    ),
  ]);
};
