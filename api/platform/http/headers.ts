import type { Context, MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import type { RazorpayKeys } from '../../config.ts';
import { RAZORPAY_CHECKOUT } from '../payment-provider/urls.ts';

interface Origins {
  script: string;
  frame: string;
  connect: string;
  img: string;
}

const NOBODY: Origins = { script: '', frame: '', connect: '', img: '' };

/** The origins from which Razorpay's checkout loads. */
const RAZORPAY: Origins = {
  script: 'https://checkout.razorpay.com https://cdn.razorpay.com',
  frame: 'https://api.razorpay.com https://checkout.razorpay.com',
  connect:
    'https://api.razorpay.com https://lumberjack.razorpay.com https://lumberjack-metrics.razorpay.com https://lumberjack-cx.razorpay.com',
  img: 'https://cdn.razorpay.com',
};

/** The provider's origins that a payment page needs; none with the sandbox. */
export function providerOrigins(
  keys: Pick<RazorpayKeys, 'checkoutUrl'> | null | undefined,
): Origins {
  if (!keys) return NOBODY;
  if (keys.checkoutUrl === RAZORPAY_CHECKOUT) return RAZORPAY;
  const { origin } = new URL(keys.checkoutUrl);
  return { script: origin, frame: origin, connect: origin, img: origin };
}

/** The CSP of a page: own files, inline scripts by hash, and the provider on payment pages. */
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

/** The CSP of the program that draws documents: its decoders are WebAssembly, and it reaches this site only. */
export const PDF_WORKER_POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

const NONE = "'none'";

/**
 * Browser features that no page uses. Those that a payment may need (passkeys, codes by SMS) are not listed.
 */
const PERMISSIONS = {
  accelerometer: false,
  browsingTopics: false,
  camera: false,
  displayCapture: false,
  geolocation: false,
  gyroscope: false,
  hid: false,
  idleDetection: false,
  localFonts: false,
  magnetometer: false,
  microphone: false,
  midi: false,
  screenWakeLock: false,
  serial: false,
  usb: false,
  xrSpatialTracking: false,
};

/**
 * Sets the security headers of every response, errors included. Headers that a handler has set are not
 * changed.
 */
export const securityHeaders = (https: boolean): MiddlewareHandler =>
  secureHeaders({
    overwrite: false,
    contentSecurityPolicy: {
      defaultSrc: [NONE],
      baseUri: [NONE],
      objectSrc: [NONE],
      frameAncestors: [NONE],
    },
    permissionsPolicy: PERMISSIONS,
    referrerPolicy: 'strict-origin-when-cross-origin',
    strictTransportSecurity: https && 'max-age=63072000; includeSubDomains',
    // Not sent, so that other sites may embed our pictures.
    crossOriginResourcePolicy: false,
    // Not sent: only browsers without Content-Security-Policy need these.
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xFrameOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });

/** Cache-Control of files whose name contains a hash of their content. */
export const FOREVER = 'public, max-age=31536000, immutable';

export const noStore = (c: Context): void => c.header('Cache-Control', 'no-store');
