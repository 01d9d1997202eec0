import { DAY, HOUR, MINUTE } from '../../platform/clock.ts';
import type { Limit } from '../../platform/rate-limiting/rate-limiter.ts';

const WAIT = 'Please wait a while and try again.';
const SIGN_IN = `Too many attempts to sign in. ${WAIT} You can also set a new password by mail.`;
const OTHER_WAYS = 'sign in with a passkey or your password, or set a new password by mail.';
const CODES = `Codes were asked for too often. Please use the newest mail, ${OTHER_WAYS}`;
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
  /** Limits sign-ins per network address and account. */
  signInOfPair: limit('sign-in pair', 10, 15 * MINUTE, SIGN_IN),
  /** Limits sign-ins per account, for all unknown devices together. Known devices are exempt. */
  signInOfAccount: limit('sign-in account', 25, 30 * MINUTE, SIGN_IN),
  /** Limits sign-ins per known device of the account. */
  signInOfDevice: limit('sign-in device', 10, 15 * MINUTE, SIGN_IN),
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
  /** All codes by mail that unknown devices in unknown networks can send, for all accounts together. */
  codesInAll: limit('codes in all', 500, HOUR, CODES),
  /** Limits wrong codes per network address, for all accounts together. */
  codeTriesOfAddress: ofAddress('code tries address', 50, 15 * MINUTE, CODE_TRIES),
  /** Limits wrong codes per account; known devices and networks have their own counts. */
  codeTries: limit('code tries', 20, DAY, CODE_TRIES),
  resetOfAddress: ofAddress('reset', 30, HOUR, `Too many attempts. ${WAIT}`),
  /** Limits confirmations per session, so that nobody else can use them up. */
  confirm: limit('confirm', 10, 15 * MINUTE, `Too many wrong attempts. ${WAIT}`),
  /** Limits second steps of a sign-in per account, for all unknown devices together. */
  secondStep: limit('second step', 10, 15 * MINUTE, `Too many wrong attempts. ${WAIT}`),
  /** Limits second steps per known device of the account. */
  secondStepOfDevice: limit(
    'second step device',
    10,
    15 * MINUTE,
    `Too many wrong attempts. ${WAIT}`,
  ),
  /** Limits codes that confirm a change, per account; only its own sessions can ask. */
  confirmationCodes: limit(
    'confirmation codes',
    10,
    HOUR,
    `Codes were asked for too often. ${WAIT}`,
  ),
  emailChange: limit('e-mail change', 5, HOUR, `You changed your address several times. ${WAIT}`),
  /** All mails together that unknown devices can send to one address. */
  mailToAddress: limit(
    'mail to address',
    10,
    24 * HOUR,
    'We have sent many mails to that address today. Please use the newest, or try again tomorrow.',
  ),
  name: limit('name', 10, HOUR, `You have changed your name several times. ${WAIT}`),
  picture: limit('picture', 20, HOUR, `You have changed your picture several times. ${WAIT}`),
  export: limit('export', 20, HOUR, `You have downloaded your data several times. ${WAIT}`),
};
