import type { Config, RazorpayKeys } from './config.ts';

type Env = Record<string, string | undefined>;

/** Settings that production rejects unless ALLOW_INSECURE lists them. */
const EXCEPTIONS = [
  'test-keys',
  'provider-address',
  'smtp',
  'backup-bucket',
  'files-bucket',
] as const;
type Exception = (typeof EXCEPTIONS)[number];

const MIN_SECRET_LENGTH = 16;

export const isLive = (keys: RazorpayKeys | null): boolean =>
  keys?.keyId.startsWith('rzp_live_') ?? false;

/** Returns the exceptions that ALLOW_INSECURE lists. */
export function exceptionsIn(text: string | undefined, errors: string[]): Exception[] {
  const names = (text ?? '').split(',').map((each) => each.trim());
  const known = EXCEPTIONS.filter((each) => names.includes(each));
  if (text && known.length < names.length) {
    errors.push(`ALLOW_INSECURE takes ${EXCEPTIONS.join(', ')} with commas between them.`);
  }
  return known;
}

/** Lists settings that are missing or too weak for production. `when` is the reason why they are required. */
export function missingInProduction(
  config: Config,
  given: { env: Env; when: string; allowed: Exception[]; providersOwn: boolean },
): string[] {
  const { env, when, allowed } = given;
  const { razorpay, smtpUrl } = config;
  const errors: string[] = [];
  const ask = (isMissing: boolean, sentence: string, exception?: Exception) => {
    if (!isMissing || (exception && allowed.includes(exception))) return;
    const way = exception ? `, or ALLOW_INSECURE must name ${exception}` : '';
    errors.push(`${when} ${sentence}${way}.`);
  };
  ask(!config.https, 'SITE_ORIGIN must be an https address');
  ask(!smtpUrl, 'SMTP_URL is needed: codes go by mail');
  ask(!env['MAIL_FROM'], 'MAIL_FROM is needed');
  ask(!env['OWNER_EMAIL'], 'OWNER_EMAIL is needed');
  ask(smtpUrl !== null && !isEncrypted(smtpUrl), 'SMTP_URL must use TLS (smtps://…)', 'smtp');
  ask(
    config.backup?.bucket?.url.startsWith('http:') === true,
    'BACKUP_S3_URL must be an https address',
    'backup-bucket',
  );
  ask(
    config.files.bucket?.url.startsWith('http:') === true,
    'FILES_S3_URL must be an https address',
    'files-bucket',
  );
  ask(!razorpay, 'the three RAZORPAY_* keys are needed');
  if (!razorpay) return errors;
  ask(!isLive(razorpay), 'RAZORPAY_KEY_ID must be a live key (rzp_live_…)', 'test-keys');
  ask(
    !given.providersOwn,
    'RAZORPAY_API_URL and RAZORPAY_CHECKOUT_URL must be the provider’s own',
    'provider-address',
  );
  ask(
    razorpay.webhookSecrets.some((each) => each.length < MIN_SECRET_LENGTH),
    `RAZORPAY_WEBHOOK_SECRET needs ${MIN_SECRET_LENGTH} or more characters`,
  );
  return errors;
}

/** Whether mail is always sent encrypted: with TLS from the start, or with required STARTTLS. */
function isEncrypted(text: string): boolean {
  if (!URL.canParse(text)) return true;
  const { protocol, searchParams } = new URL(text);
  const says = (name: string) => searchParams.get(name)?.toLowerCase();
  if (says('ignoreTLS') === 'true' || says('secure') === 'false') return false;
  if (says('tls.rejectUnauthorized') === 'false') return false;
  return protocol === 'smtps:' || says('secure') === 'true' || says('requireTLS') === 'true';
}
