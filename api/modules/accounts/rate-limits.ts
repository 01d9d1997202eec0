import { mailboxOf } from '../../platform/characters.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../platform/clock.ts';
import { isOverLimit } from '../../platform/http/errors.ts';
import type { Limit, Limits } from '../../platform/rate-limiting/rate-limiter.ts';
import { CODE_TOO_OFTEN, CODE_TOO_SOON } from './texts.ts';

const WAIT = 'Please wait a while and try again.';
const SIGN_IN = `Too many attempts to sign in. ${WAIT} You can also set a new password by mail.`;
const OTHER_WAYS = 'sign in with a passkey or your password, or set a new password by mail.';
const CODES = `Codes were asked for too often. Please use the newest mail, ${OTHER_WAYS}`;
const SECOND_STEP = `Too many wrong attempts. ${WAIT}`;
const MAILS =
  'We have sent many mails to that address today. Please use the newest, or try again in a quarter of an hour.';
const CODE_TRIES = `Too many wrong codes. Please wait, ${OTHER_WAYS}`;

/** All limits use fixed windows, so that nobody is locked out permanently. */
const limit = (name: string, most: number, per: number, text: string): Limit => ({
  name,
  most,
  per,
  text,
});

/** Creates a limit that counts per network address. */
const ofAddress = (...of: Parameters<typeof limit>): Limit => ({
  ...limit(...of),
  ofAddress: true,
});

export const LIMITS = {
  /** Limits sign-ins per network address, for all accounts together. */
  signInOfAddress: ofAddress('sign-in address', 50, 15 * MINUTE, SIGN_IN),
  /** Sign-ins that each network has for an account, before they count for the account. */
  signInOfNetwork: limit('sign-in network', 3, 15 * MINUTE, SIGN_IN),
  /** Limits further sign-ins per network address and account. */
  signInOfPair: limit('sign-in pair', 7, 15 * MINUTE, SIGN_IN),
  /** Limits further sign-ins per account, for all unknown devices and networks together. */
  signInOfAccount: limit('sign-in account', 25, 30 * MINUTE, SIGN_IN),
  /** Limits sign-ins per known device or network of the account. */
  signInOfKnown: limit('sign-in known', 10, 15 * MINUTE, SIGN_IN),
  /** Limits passkeys that sign in by themselves per network address; checking one takes time. */
  passkeysOfAddress: ofAddress('passkeys address', 100, 15 * MINUTE, SIGN_IN),
  signUpOfAddress: ofAddress('sign-up', 20, HOUR, `Too many accounts were made from here. ${WAIT}`),
  forgotOfAddress: ofAddress(
    'forgot address',
    20,
    HOUR,
    `Too many links were requested from here. ${WAIT}`,
  ),
  /** Limits password resets per e-mail address, whether or not it has an account. */
  forgot: limit(
    'forgot',
    3,
    HOUR,
    'You have asked for several links already. Please use the newest mail, or wait a while.',
  ),
  /** Limits codes by mail per network address, for all accounts together. A known device is exempt. */
  codesOfAddress: ofAddress('codes address', 20, HOUR, CODES),
  /** Limits codes by mail per e-mail address; known devices and networks have their own counts. */
  codes: limit('codes', 10, DAY, CODES),
  /** Above so many codes in an hour for unknown devices in unknown networks, each further one of a network waits longer. */
  codesInAll: limit('codes in all', 500, HOUR, CODES),
  codesOfNetwork: limit('codes network', Number.POSITIVE_INFINITY, HOUR, CODES),
  /** When an address has had its mails, each network may still ask once a day, fifty of them. */
  firstOfNetwork: limit('first mail network', 1, DAY, CODES),
  firstsToMailbox: limit('first mails', 50, DAY, CODES),
  /** Always left of all limits per recipient. */
  mailLeft: limit('mail left', 1, 15 * MINUTE, MAILS),
  /** Limits wrong codes per network address, for all accounts together. */
  codeTriesOfAddress: ofAddress('code tries address', 50, 15 * MINUTE, CODE_TRIES),
  /** Wrong codes that each network has for an account, before they count for the account. */
  codeTriesOfNetwork: limit('code tries network', 5, DAY, CODE_TRIES),
  /** Limits further wrong codes per account; known devices and networks have their own counts. */
  codeTries: limit('code tries', 20, DAY, CODE_TRIES),
  resetOfAddress: ofAddress('reset', 30, HOUR, `Too many attempts. ${WAIT}`),
  /** Limits confirmations per session, so that nobody else can use them up. */
  confirm: limit('confirm', 10, 15 * MINUTE, `Too many wrong attempts. ${WAIT}`),
  /** Second steps of a sign-in that each network has for an account, before they count for the account. */
  secondStepOfNetwork: limit('second step network', 3, 15 * MINUTE, SECOND_STEP),
  /** Limits further second steps per account, for all unknown devices and networks together. */
  secondStep: limit('second step', 10, 15 * MINUTE, SECOND_STEP),
  /** Limits second steps per known device or network of the account. */
  secondStepOfKnown: limit('second step known', 10, 15 * MINUTE, SECOND_STEP),
  /** Limits codes that confirm a change, per account; only its own sessions can ask. */
  confirmationCodes: limit(
    'confirmation codes',
    10,
    HOUR,
    `Codes were asked for too often. ${WAIT}`,
  ),
  /** Between two codes for an address that is not confirmed, and how many an account gets. */
  codePause: limit('code pause', 1, 30 * SECOND, CODE_TOO_SOON),
  signUpCodes: limit('sign-up codes', 5, HOUR, CODE_TOO_OFTEN),
  emailChange: limit('e-mail change', 5, HOUR, `You changed your address several times. ${WAIT}`),
  /** All mails together that unknown devices can send to one mailbox. */
  mailToAddress: limit('mail to address', 10, DAY, MAILS),
  name: limit('name', 10, HOUR, `You have changed your name several times. ${WAIT}`),
  picture: limit('picture', 20, HOUR, `You have changed your picture several times. ${WAIT}`),
  export: limit('export', 20, HOUR, `You have downloaded your data several times. ${WAIT}`),
};

/** What one use counts for. */
export type Allowance = [Limit, string][];

/** Takes one use of the first allowance with room, so that what others use up of one leaves the next. Throws 429 without any. */
export async function takeFirst(limits: Limits, allowances: Allowance[]): Promise<Allowance> {
  for (const [at, allowance] of allowances.entries()) {
    try {
      for (const [limit, key] of allowance) await limits.take(limit, key);
      return allowance;
    } catch (error) {
      if (!isOverLimit(error) || at === allowances.length - 1) throw error;
    }
  }
  return [];
}

/** Counts a mail that anybody can have sent to this address. */
export const takeMail = (limits: Limits, email: string) =>
  takeFirst(limits, [
    [[LIMITS.mailToAddress, mailboxOf(email)]],
    [[LIMITS.mailLeft, mailboxOf(email)]],
  ]);
