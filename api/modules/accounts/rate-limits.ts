import { HOUR, MINUTE } from '../../platform/clock.ts';
import type { Limit } from '../../platform/limits/rate-limiter.ts';

const WAIT = 'Please wait a while and try again.';
const SIGN_IN = `Too many attempts to sign in. ${WAIT} You can also set a new password by mail.`;

/** All windows are fixed, so that nobody is locked out for good. */
const limit = (name: string, most: number, per: number, text: string): Limit => ({
  name,
  most,
  per,
  text,
});

/** A limit of a network address. */
const ofAddress = (...of: Parameters<typeof limit>): Limit => ({
  ...limit(...of),
  ofAddress: true,
});

/** How often what may be tried. */
export const LIMITS = {
  /** One address against any accounts. */
  signInOfAddress: ofAddress('sign-in address', 50, 15 * MINUTE, SIGN_IN),
  /** One address against one account. */
  signInOfPair: limit('sign-in pair', 10, 15 * MINUTE, SIGN_IN),
  /** All unknown devices together against one account; known devices do not ask it. */
  signInOfAccount: limit('sign-in account', 25, 30 * MINUTE, SIGN_IN),
  /** A device that the account was used on before. */
  signInOfDevice: limit('sign-in device', 10, 15 * MINUTE, SIGN_IN),
  signUpOfAddress: ofAddress('sign-up', 20, HOUR, `Too many accounts were made from here. ${WAIT}`),
  forgotOfAddress: ofAddress(
    'forgot address',
    20,
    HOUR,
    `Too many links were asked for from here. ${WAIT}`,
  ),
  /** Per e-mail address, known or not. */
  forgot: limit(
    'forgot',
    3,
    HOUR,
    'A link was asked for several times already. Look for the newest mail, or wait a while.',
  ),
  resetOfAddress: ofAddress('reset', 30, HOUR, `Too many attempts. ${WAIT}`),
  /** The password asked again before something that matters. */
  confirm: limit('confirm', 10, 15 * MINUTE, `That was the wrong password too often. ${WAIT}`),
  emailChange: limit('e-mail change', 5, HOUR, `You changed your address several times. ${WAIT}`),
  /** All mail together that somebody can have sent to an address without being its owner. */
  mailToAddress: limit(
    'mail to address',
    10,
    24 * HOUR,
    'That address was sent many mails today. Please look for the newest, or try again tomorrow.',
  ),
  picture: limit('picture', 20, HOUR, `You changed your picture often. ${WAIT}`),
  export: limit('export', 20, HOUR, `You took your data along often. ${WAIT}`),
};
