import type { Context, MiddlewareHandler } from 'hono';
import { every } from 'hono/combine';
import { compress } from 'hono/compress';
import { etag } from 'hono/etag';
import type { RazorpayKeys } from '../../config.ts';
import { RAZORPAY_CHECKOUT } from '../razorpay-urls.ts';
import type { Env } from './env.ts';

interface Origins {
  script: string;
  frame: string;
  connect: string;
  img: string;
}

const NOBODY: Origins = { script: '', frame: '', connect: '', img: '' };

/** What the real provider's checkout loads (razorpay.md §7). */
const RAZORPAY: Origins = {
  script: 'https://checkout.razorpay.com https://cdn.razorpay.com',
  frame: 'https://api.razorpay.com https://checkout.razorpay.com',
  connect:
    'https://api.razorpay.com https://lumberjack.razorpay.com https://lumberjack-metrics.razorpay.com https://lumberjack-cx.razorpay.com',
  img: 'https://cdn.razorpay.com',
};

/** The origins that the page of a payment must reach; none with the local gateway. */
export function providerOrigins(
  keys: Pick<RazorpayKeys, 'checkoutUrl'> | null | undefined,
): Origins {
  if (!keys) return NOBODY;
  if (keys.checkoutUrl === RAZORPAY_CHECKOUT) return RAZORPAY;
  const { origin } = new URL(keys.checkoutUrl);
  return { script: origin, frame: origin, connect: origin, img: origin };
}

/** The policy of a page: our own files, its inline scripts by hash, the provider where it is needed. */
export function pagePolicy(page: { scriptHashes: string[]; open?: Origins }): string {
  const open = page.open ?? NOBODY;
  const inline = page.scriptHashes.map((hash) => `'${hash}'`).join(' ');
  return [
    "default-src 'none'",
    `script-src 'self' ${inline} ${open.script}`,
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob: ${open.img}`,
    "font-src 'self'",
    `connect-src 'self' ${open.connect}`,
    ...(open.frame ? [`frame-src ${open.frame}`] : []),
    "manifest-src 'self'",
    "media-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ]
    .map((directive) => directive.replace(/\s+/g, ' ').trim())
    .join('; ');
}

export const BARE_POLICY =
  "default-src 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'";

/** No page uses these; what a payment needs (its own frames, passkeys, codes by SMS) is left as it is. */
const PERMISSIONS = [
  ...['accelerometer', 'ambient-light-sensor', 'bluetooth', 'browsing-topics', 'camera'],
  ...['display-capture', 'geolocation', 'gyroscope', 'hid', 'idle-detection', 'local-fonts'],
  ...['magnetometer', 'microphone', 'midi', 'screen-wake-lock', 'serial', 'usb'],
  'xr-spatial-tracking',
]
  .map((feature) => `${feature}=()`)
  .join(', ');

/** What every answer carries, refusals included (attacks 25). */
export const commonHeaders = (https: boolean): Record<string, string> => ({
  'Content-Security-Policy': BARE_POLICY,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': PERMISSIONS,
  ...(https ? { 'Strict-Transport-Security': 'max-age=63072000; includeSubDomains' } : {}),
});

/** Set before the handler, which may put a policy of its own in place of the bare one. */
export function securityHeaders(https: boolean): MiddlewareHandler<Env> {
  const headers = Object.entries(commonHeaders(https));
  return async (c, next) => {
    for (const [name, value] of headers) c.header(name, value);
    await next();
  };
}

/** For what is named after its content. */
export const FOREVER = 'public, max-age=31536000, immutable';

const revalidate: MiddlewareHandler = async (c, next) => {
  c.header('Cache-Control', 'private, no-cache');
  await next();
};

/** For JSON that everybody may read: compressed, and not sent again to who has it. */
export const publicJson = every(revalidate, compress(), etag());

export const noStore = (c: Context): void => c.header('Cache-Control', 'no-store');
