/** Days are kept for so long; of older ones the sum of each month. */
export const DAYS_KEPT = 730;

/** Sources that brought fewer visitors in a span, or in a month, are shown and kept as `other`. */
export const LEAST_OF_A_SOURCE = 5;
export const OTHER = 'other';
export const DIRECT = 'direct';

/** The spans in days that the owner can choose; 0 is everything, by month. */
export const SPANS = [30, 90, 365, 0] as const;

/** The pages that are counted. Others are forms and screens of people who are signed in. */
const COUNTED =
  /^\/(|my-gig(\/[\w-]+)?|my-work(\/[\w-]+)?|articles(\/[\w-]+)?|seller|security|contact|delivery|privacy|refunds|terms)$/;
const MAX_PATH = 200;

export const isCounted = (path: string): boolean => path.length <= MAX_PATH && COUNTED.test(path);

/** The page where an order begins. */
export const ORDER_PAGE = '/process-payment';

const HOST = /^(?:[a-z0-9-]+\.)+[a-z0-9-]+$/;
const MAX_HOST = 100;
const CAMPAIGN = /^[\p{L}\p{N}][\p{L}\p{N} ._-]*$/u;
const MAX_CAMPAIGN = 40;
const MAX_ADDRESS = 2_000;

/** The path of the page of this site that led here; null if another site or nothing did. */
export function pageBefore(referrer: string, origin: string): string | null {
  const url = parse(referrer);
  return url?.origin === origin ? url.pathname : null;
}

/**
 * Where a visitor came from: the campaign of the link, else the host of the page with it. Only short plain names are
 * taken, because both come from strangers; anything else is `other`.
 */
export function sourceOf(address: string, referrer: string): string {
  const url = parse(address);
  if (!url) return OTHER;
  const campaign = url.searchParams.get('utm_campaign') || url.searchParams.get('utm_source');
  if (campaign) return cleanCampaign(campaign);
  if (!referrer) return DIRECT;
  const host = parse(referrer)?.hostname.replace(/^www\./, '') ?? '';
  return host.length <= MAX_HOST && HOST.test(host) ? host : OTHER;
}

function cleanCampaign(text: string): string {
  const campaign = text.length <= MAX_CAMPAIGN ? text.normalize('NFKC').trim() : '';
  return CAMPAIGN.test(campaign) ? `${campaign.toLowerCase()} (campaign)` : OTHER;
}

const parse = (address: string): URL | null =>
  address.length <= MAX_ADDRESS ? URL.parse(address) : null;
