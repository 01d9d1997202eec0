import { isPublicPage } from '../catalog/public-page-rules.ts';

/** Days are kept for so long; of older ones the sum of each month. */
export const DAYS_KEPT = 730;

/** Sources that brought fewer visitors in a span, or in a month, are shown and kept as `other`. */
export const LEAST_OF_A_SOURCE = 5;
export const OTHER = 'other';
export const DIRECT = 'direct';

/** The spans in days that the owner can choose; 0 is everything, by month. */
export const SPANS = [30, 90, 365, 0] as const;

const MAX_PATH = 200;

/** Others are forms and screens of people who are signed in. */
export const isCounted = (path: string): boolean => path.length <= MAX_PATH && isPublicPage(path);

/** The page where an order begins. */
export const ORDER_PAGE = '/process-payment';

/** Browsers send it in small letters; from an app its name. */
const HOST = /^[a-z-]+:\/\/([a-z0-9-]+(?:\.[a-z0-9-]+)+)(?::\d+)?(?:[/?#]|$)/;
/** What sites call their pages for phones and their ways out. */
const SAME_SITE = ['www', 'm', 'mobile', 'l', 'lm'];
const MAX_HOST = 100;
const NOT_IN_CAMPAIGN = /[^\p{L}\p{M}\p{N}._-]+/gu;
const MAX_CAMPAIGN = 40;
const MAX_ADDRESS = 2_000;

/** The path of the page of this site that led here; null if another site or nothing did. */
export function pageBefore(referrer: string, origin: string): string | null {
  if (!referrer.startsWith(`${origin}/`)) return null;
  return referrer.slice(origin.length).split(/[?#]/, 1)[0] ?? null;
}

/**
 * Where a visitor came from: the campaign of the link, else the host of the page with it. Only short plain names are
 * taken, because both come from strangers; anything else is `other`.
 */
export function sourceOf(address: string, referrer: string): string {
  if (address.includes('?')) {
    const words = address.length <= MAX_ADDRESS ? URL.parse(address)?.searchParams : null;
    if (!words) return OTHER;
    const campaign = words.get('utm_campaign') || words.get('utm_source');
    if (campaign) return cleanCampaign(campaign);
  }
  if (!referrer) return DIRECT;
  const host = HOST.exec(referrer)?.[1] ?? OTHER;
  const names = host.length <= MAX_HOST ? host.split('.') : [OTHER];
  while (names.length > 2 && SAME_SITE.includes(names[0] ?? '')) names.shift();
  return names.join('.');
}

function cleanCampaign(text: string): string {
  if (text.length > MAX_CAMPAIGN) return OTHER;
  const campaign = text.normalize('NFKC').replace(NOT_IN_CAMPAIGN, ' ').trim().toLowerCase();
  return /[\p{L}\p{N}]/u.test(campaign) ? `${campaign} (campaign)` : OTHER;
}

type Headers = Record<string, string | string[] | undefined>;

/** Whether a browser asks for a page. Safari says so only since 16.4; of others, what says nothing is a program. */
export function asksForPage({ accept = '', ...headers }: Headers): boolean {
  const wanted = headers['sec-fetch-dest'];
  if (wanted !== undefined) return wanted === 'document';
  const isSafari = headers['user-agent']?.includes('AppleWebKit/60');
  return isSafari === true && accept.includes('text/html') && !headers['x-purpose'];
}
