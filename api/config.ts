import {
  absolute,
  type DatabaseConfig,
  readDatabase,
  switchOf,
  wholeNumber,
} from './database-config.ts';
import { type MailReplies, readMailReplies } from './modules/mail-replies/settings.ts';
import { type Seller, sellerInEnv } from './modules/orders/seller.ts';
import { type OperationsConfig, readOperations } from './operations-config.ts';
import { plainEmail } from './platform/characters.ts';
import { DEFAULT_TIME_ZONE, isTimeZone } from './platform/dates.ts';
import { isLoopback } from './platform/http/local-only.ts';
import { RAZORPAY_API, RAZORPAY_CHECKOUT } from './platform/payment-provider/urls.ts';
import { exceptionsIn, isLive, missingInProduction } from './production-checks.ts';

/** All settings, read from the environment once at start. */
export interface Config extends DatabaseConfig, OperationsConfig {
  /** True with NODE_ENV=production, live keys or a public origin. */
  production: boolean;
  port: number;
  host: string;
  /** The public address of the site, without a trailing slash. */
  siteOrigin: string;
  /** The address at which a static host in front of the app reaches it; null without such a host. */
  apiOrigin: string | null;
  /** The origins that may send write requests; on loopback both localhost and 127.0.0.1. */
  origins: string[];
  https: boolean;
  dataDir: string;
  /** The mail server; null: mail is kept in the outbox and not sent. */
  smtpUrl: string | null;
  /** Whether mail can be read at /dev/mail. Only on this machine, never in production. */
  devMailbox: boolean;
  mailFrom: string;
  /** The mailbox from which answers to mail become messages; null: mail cannot be answered. */
  mailReplies: MailReplies | null;
  /** The keys of Razorpay; null: the Razorpay sandbox is used. */
  razorpay: RazorpayKeys | null;
  ownerEmail: string;
  /** The details of the seller that the environment sets, which come before those of the dashboard. */
  sellerInEnv: Partial<Seller>;
  /** The time zone of mails, receipts and prerendered pages. */
  timeZone: string;
  trustProxy: boolean;
  /** Whether an empty database becomes the starter shop. */
  seedDemo: boolean;
  /** The command that runs after each publish, in the folder of the new release; null for none. */
  publishCommand: string | null;
  /** The names of further variables that this command gets. */
  publishEnv: string[];
}

export interface RazorpayKeys {
  keyId: string;
  keySecret: string;
  /** Two after a rotation: webhooks in transit are still signed with the old one. */
  webhookSecrets: string[];
  apiUrl: string;
  checkoutUrl: string;
}

type Env = Record<string, string | undefined>;

/** Invalid settings; `errors` has one sentence for each. */
export class ConfigError extends Error {
  readonly errors: string[];

  constructor(errors: string[]) {
    super(errors.join('\n'));
    this.errors = errors;
  }
}

/** Reads the settings from the environment. Throws one ConfigError that lists every mistake. */
export function readConfig(given: Env, root: string): Config {
  const env = Object.fromEntries(Object.entries(given).filter(([, value]) => value?.trim()));
  const errors: string[] = [];
  const port = wholeNumber('PORT', { text: env['PORT'] ?? '3000', from: 0, to: 65_535 }, errors);
  const local = `http://localhost:${port}`;
  const host = env['HOST'] ?? '127.0.0.1';
  const siteOrigin = originOf(
    'SITE_ORIGIN',
    env['SITE_ORIGIN'] ?? (URL.canParse(local) ? local : 'http://localhost:3000'),
    errors,
  );
  const dataDir = absolute(env['DATA_DIR'] ?? 'var', root);
  const razorpay = keysOf(env, errors);
  const smtpUrl = smtpOf(env['SMTP_URL'], errors);
  const exposed = isLoopback(host) ? null : `HOST=${host}`;
  const elsewhere = isElsewhere(siteOrigin);
  const when = whyProduction(env['NODE_ENV'], razorpay, elsewhere ? siteOrigin : null);
  const production = when !== null;
  const config: Config = {
    production,
    port,
    host,
    siteOrigin,
    apiOrigin: env['API_ORIGIN'] ? originOf('API_ORIGIN', env['API_ORIGIN'], errors) : null,
    origins: originsOf(siteOrigin),
    https: siteOrigin.startsWith('https:'),
    dataDir,
    ...readDatabase(env, { root, dataDir }, errors),
    smtpUrl,
    devMailbox: !smtpUrl && !production && !exposed,
    mailFrom: senderOf(env['MAIL_FROM'] ?? 'Studio <studio@localhost>', errors),
    mailReplies: readMailReplies(env, errors),
    razorpay,
    ownerEmail: emailOf(env['OWNER_EMAIL'] ?? 'owner@example.com', errors),
    sellerInEnv: sellerInEnv(env, errors),
    timeZone: timeZoneOf(env['SELLER_TIME_ZONE'] ?? DEFAULT_TIME_ZONE, errors),
    trustProxy: switchOf(env['TRUST_PROXY'], 'TRUST_PROXY', errors),
    ...readOperations(env, root, errors),
    seedDemo: env['SEED_DEMO'] ? switchOf(env['SEED_DEMO'], 'SEED_DEMO', errors) : !production,
    publishCommand: env['PUBLISH_COMMAND'] ?? null,
    publishEnv: variablesOf(env['PUBLISH_ENV'] ?? '', errors),
  };
  const allowed = exceptionsIn(env['ALLOW_INSECURE'], errors);
  if (when) {
    const providersOwn =
      razorpay?.apiUrl === RAZORPAY_API && razorpay.checkoutUrl === RAZORPAY_CHECKOUT;
    errors.push(...missingInProduction(config, { env, when, allowed, providersOwn }));
  } else if (exposed && !razorpay) {
    errors.push(
      `${exposed} is reachable from outside: set the RAZORPAY_* keys first (and NODE_ENV=production), because the local test gateway only serves this machine.`,
    );
  } else if (!config.smtpUrl && !config.devMailbox) {
    errors.push('SMTP_URL is needed with a public HOST: codes go by mail.');
  }
  if (errors.length > 0) throw new ConfigError(errors);
  return config;
}

/** Whether this origin is not on this machine. False for an invalid origin, which is reported elsewhere. */
function isElsewhere(origin: string): boolean {
  const url = /^https?:/.test(origin) && URL.canParse(origin) ? new URL(origin) : null;
  return url?.origin === origin && !isLoopback(url.hostname.replace(/^\[|\]$/g, ''));
}

/**
 * The reason why the app runs in production mode, whatever NODE_ENV is: live keys or a public origin. null in
 * development.
 */
function whyProduction(
  nodeEnv: string | undefined,
  keys: RazorpayKeys | null,
  outside: string | null,
): string | null {
  if (nodeEnv === 'production') return 'In production';
  if (isLive(keys)) return 'With live keys';
  return outside ? `With SITE_ORIGIN=${outside}` : null;
}

/** Returns the configuration with the actual port if any free port was requested (PORT=0). */
export function withPort(config: Config, port: number): Config {
  if (config.port !== 0) return config;
  const siteOrigin = config.siteOrigin.replace(/:0$/, `:${port}`);
  return { ...config, port, siteOrigin, origins: originsOf(siteOrigin) };
}

const originsOf = (origin: string): string[] =>
  /^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?$/.test(origin)
    ? ['localhost', '127.0.0.1'].map((name) => origin.replace(/localhost|127\.0\.0\.1/, name))
    : [origin];

function timeZoneOf(name: string, errors: string[]): string {
  if (!isTimeZone(name)) {
    errors.push(`SELLER_TIME_ZONE=${name} is not a time zone: give a name like Asia/Kolkata.`);
  }
  return name;
}

function originOf(name: string, text: string, errors: string[]): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash) {
    errors.push(`${name} must be an address like https://example.com, not "${text}".`);
    return text;
  }
  return url.origin;
}

function smtpOf(text: string | undefined, errors: string[]): string | null {
  if (!text) return null;
  if (!/^smtps?:\/\//.test(text) || !URL.canParse(text)) {
    errors.push('SMTP_URL must look like smtps://user:password@mail.example.com.');
  }
  return text;
}

function senderOf(text: string, errors: string[]): string {
  if (!/^[^\s<>@]+@[^\s<>@]+$|<[^\s<>@]+@[^\s<>@]+>$/.test(text))
    errors.push('MAIL_FROM must hold an e-mail address: Studio <studio@studio.example>.');
  return text;
}

function emailOf(text: string, errors: string[]): string {
  const email = plainEmail(text);
  if (!/^[^\s\p{C}@]+@[^\s\p{C}@]+$/u.test(email))
    errors.push('OWNER_EMAIL must be an e-mail address.');
  return email;
}

function variablesOf(text: string, errors: string[]): string[] {
  const names = text.split(',').flatMap((each) => each.trim() || []);
  if (!names.every((name) => /^[A-Za-z_]\w*$/.test(name)))
    errors.push(
      'PUBLISH_ENV takes names of variables with commas between them: AWS_PROFILE,AWS_REGION.',
    );
  return names;
}

function keysOf(env: Env, errors: string[]): RazorpayKeys | null {
  const names = ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET'] as const;
  const set = names.filter((name) => env[name]);
  if (set.length === 0) {
    for (const name of ['RAZORPAY_API_URL', 'RAZORPAY_CHECKOUT_URL'] as const) {
      if (env[name]) errors.push(`${name} is set but the RAZORPAY_* keys are not.`);
    }
    return null;
  }
  for (const name of names) {
    if (!env[name]) errors.push(`${name} is missing: set all three RAZORPAY_* keys or none.`);
  }
  return {
    keyId: env['RAZORPAY_KEY_ID'] ?? '',
    keySecret: env['RAZORPAY_KEY_SECRET'] ?? '',
    webhookSecrets: secretsIn(env['RAZORPAY_WEBHOOK_SECRET'] ?? '', errors),
    apiUrl: urlOf(env['RAZORPAY_API_URL'] ?? RAZORPAY_API, 'RAZORPAY_API_URL', errors),
    checkoutUrl: urlOf(
      env['RAZORPAY_CHECKOUT_URL'] ?? RAZORPAY_CHECKOUT,
      'RAZORPAY_CHECKOUT_URL',
      errors,
    ),
  };
}

function secretsIn(text: string, errors: string[]): string[] {
  const secrets = text.split(',').map((each) => each.trim());
  if (text && secrets.includes('')) {
    errors.push('RAZORPAY_WEBHOOK_SECRET has an empty part: give one secret, or two with a comma.');
  }
  return secrets;
}

function urlOf(text: string, name: string, errors: string[]): string {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) {
    errors.push(`${name} must be an http(s) address.`);
  }
  return text.replace(/\/$/, '');
}
