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

/** The origins that Razorpay's checkout loads from. */
const RAZORPAY: Origins = {
  script: 'https://checkout.razorpay.com https://cdn.razorpay.com',
  frame: 'https://api.razorpay.com https://checkout.razorpay.com',
  connect:
    'https://api.razorpay.com https://lumberjack.razorpay.com https://lumberjack-metrics.razorpay.com https://lumberjack-cx.razorpay.com',
  img: 'https://cdn.razorpay.com',
};

/** The origins that a payment page must reach; none with the sandbox. */
export function providerOrigins(
  keys: Pick<RazorpayKeys, 'checkoutUrl'> | null | undefined,
): Origins {
  if (!keys) return NOBODY;
  if (keys.checkoutUrl === RAZORPAY_CHECKOUT) return RAZORPAY;
  const { origin } = new URL(keys.checkoutUrl);
  return { script: origin, frame: origin, connect: origin, img: origin };
}

/** The CSP of a page: our own files, its inline scripts by hash, the provider on payment pages. */
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

/** Features that no page uses. Those a payment may need (passkeys, codes by SMS) are not listed. */
const PERMISSIONS = [
  ...['accelerometer', 'ambient-light-sensor', 'bluetooth', 'browsing-topics', 'camera'],
  ...['display-capture', 'geolocation', 'gyroscope', 'hid', 'idle-detection', 'local-fonts'],
  ...['magnetometer', 'microphone', 'midi', 'screen-wake-lock', 'serial', 'usb'],
  'xr-spatial-tracking',
]
  .map((feature) => `${feature}=()`)
  .join(', ');

/** Headers of every answer, errors included. */
export const commonHeaders = (https: boolean): Record<string, string> => ({
  'Content-Security-Policy': BARE_POLICY,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': PERMISSIONS,
  ...(https ? { 'Strict-Transport-Security': 'max-age=63072000; includeSubDomains' } : {}),
});

/** Set before the handler, which may replace the bare policy with its own. */
export function securityHeaders(https: boolean): MiddlewareHandler<Env> {
  const headers = Object.entries(commonHeaders(https));
  return async (c, next) => {
    for (const [name, value] of headers) c.header(name, value);
    await next();
  };
}

/** For files whose name contains a hash of their content. */
export const FOREVER = 'public, max-age=31536000, immutable';

const revalidate: MiddlewareHandler = async (c, next) => {
  c.header('Cache-Control', 'private, no-cache');
  await next();
};

/** For public JSON: compressed, with an ETag. */
export const publicJson = every(revalidate, compress(), etag());

export const noStore = (c: Context): void => c.header('Cache-Control', 'no-store');
