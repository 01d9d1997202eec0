import { switchOf } from '../../database-config.ts';
import { isLoopback } from '../../platform/http/local-only.ts';

/** The mailbox that takes answers, and the addresses to which they are sent. */
export interface MailReplies {
  host: string;
  port: number;
  isSecure: boolean;
  user: string;
  password: string;
  folder: string;
  /** An address with `{token}` in it. */
  address: string;
  /** Whether the owner's own answers are taken, too. */
  takesOwner: boolean;
}

const TOKEN = '{token}';
const EXAMPLE = 'imaps://user:password@imap.example.com/INBOX';
/** The longest first part of an address (RFC 5321), and the letters of a token. */
const MAX_LOCAL_PART = 64;
const TOKEN_LENGTH = 26;

/** Reads MAIL_REPLIES, MAIL_REPLY_ADDRESS and MAIL_REPLIES_OF_OWNER; null without them. No sentence repeats a value: it holds the password. */
export function readMailReplies(
  env: Record<string, string | undefined>,
  errors: string[],
): MailReplies | null {
  const [text, given] = [env['MAIL_REPLIES'], env['MAIL_REPLY_ADDRESS']];
  if (!text) {
    if (given) errors.push('MAIL_REPLY_ADDRESS is set but MAIL_REPLIES is not.');
    return null;
  }
  const mailbox = mailboxOf(text);
  if (typeof mailbox === 'string') {
    errors.push(mailbox);
    return null;
  }
  if (!env['SMTP_URL'])
    errors.push('MAIL_REPLIES needs SMTP_URL: only mail that is sent is answered.');
  const address = (given ?? withToken(mailbox.user)).trim().toLowerCase();
  if (!address)
    errors.push(
      `MAIL_REPLY_ADDRESS is needed, because the user of MAIL_REPLIES is no address: studio+${TOKEN}@studio.example.`,
    );
  else if (!isReplyAddress(address))
    errors.push(
      `MAIL_REPLY_ADDRESS must be an address with ${TOKEN} before the @ and at most ${MAX_LOCAL_PART - TOKEN_LENGTH} other letters there: studio+${TOKEN}@studio.example.`,
    );
  return {
    ...{ ...mailbox, address },
    takesOwner: switchOf(env['MAIL_REPLIES_OF_OWNER'], 'MAIL_REPLIES_OF_OWNER', errors),
  };
}

const withToken = (user: string): string =>
  /^[^\s@+]+@[^\s@]+$/.test(user) ? user.replace('@', `+${TOKEN}@`) : '';

function isReplyAddress(address: string): boolean {
  const [local = '', domain, ...more] = address.split('@');
  const around = local.split(TOKEN);
  return (
    more.length === 0 &&
    around.length === 2 &&
    around.every((part) => /^[a-z0-9._+=-]*$/.test(part)) &&
    around.join('').length + TOKEN_LENGTH <= MAX_LOCAL_PART &&
    /^[a-z0-9.-]+$/.test(domain ?? '')
  );
}

/** The parts of the address of a mailbox, or what is wrong with it. */
function mailboxOf(text: string): Omit<MailReplies, 'address' | 'takesOwner'> | string {
  const url = /^imaps?:\/\//.test(text) && URL.canParse(text) ? new URL(text) : null;
  const wrong = `MAIL_REPLIES must look like ${EXAMPLE}, with what is no letter or digit of user and password as %40.`;
  if (!url?.hostname || !url.username || !url.password) return wrong;
  const isSecure = url.protocol === 'imaps:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (!isSecure && !isLoopback(host))
    return 'MAIL_REPLIES must begin with imaps://, so that nobody on the way reads the password.';
  try {
    const [user, password, folder] = [url.username, url.password, url.pathname.slice(1)].map(
      decodeURIComponent,
    ) as [string, string, string];
    const port = Number(url.port) || (isSecure ? 993 : 143);
    return { host, port, isSecure, user, password, folder: folder || 'INBOX' };
  } catch {
    return wrong;
  }
}
