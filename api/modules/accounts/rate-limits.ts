import { HOUR, MINUTE } from '../../platform/clock.ts';
import type { Limit } from '../../platform/limits/rate-limits.ts';

const WAIT = 'Please wait a while and try again.';
const SIGN_IN = `Too many attempts to sign in. ${WAIT} You can also set a new password by mail.`;

/** How often what may be tried; all windows are fixed, so that nobody is locked out for good. */
export const LIMITS = {
  /** One address against any accounts. */
  signInOfAddress: {
    name: 'sign-in address',
    most: 50,
    per: 15 * MINUTE,
    text: SIGN_IN,
    ofAddress: true,
  },
  /** One address against one account. */
  signInOfPair: { name: 'sign-in pair', most: 10, per: 15 * MINUTE, text: SIGN_IN },
  /** All unknown devices together against one account; known devices do not ask it. */
  signInOfAccount: { name: 'sign-in account', most: 25, per: 30 * MINUTE, text: SIGN_IN },
  /** A device that the account was used on before. */
  signInOfDevice: { name: 'sign-in device', most: 10, per: 15 * MINUTE, text: SIGN_IN },
  signUpOfAddress: {
    name: 'sign-up',
    most: 20,
    per: HOUR,
    text: `Too many accounts were made from here. ${WAIT}`,
    ofAddress: true,
  },
  forgotOfAddress: {
    name: 'forgot address',
    most: 20,
    per: HOUR,
    text: `Too many links were asked for from here. ${WAIT}`,
    ofAddress: true,
  },
  /** Per e-mail address, known or not. */
  forgot: {
    name: 'forgot',
    most: 3,
    per: HOUR,
    text: `A link was asked for several times already. Look for the newest mail, or wait a while.`,
  },
  resetOfAddress: {
    name: 'reset',
    most: 30,
    per: HOUR,
    text: `Too many attempts. ${WAIT}`,
    ofAddress: true,
  },
  /** The password asked again before something that matters. */
  confirm: {
    name: 'confirm',
    most: 10,
    per: 15 * MINUTE,
    text: `That was the wrong password too often. ${WAIT}`,
  },
  emailChange: {
    name: 'e-mail change',
    most: 5,
    per: HOUR,
    text: `You changed your address several times. ${WAIT}`,
  },
  /** All mail together that somebody can have sent to an address without being its owner. */
  mailToAddress: {
    name: 'mail to address',
    most: 10,
    per: 24 * HOUR,
    text: 'That address was sent many mails today. Please look for the newest, or try again tomorrow.',
  },
  picture: {
    name: 'picture',
    most: 20,
    per: HOUR,
    text: `You changed your picture often. ${WAIT}`,
  },
  export: { name: 'export', most: 20, per: HOUR, text: `You took your data along often. ${WAIT}` },
} as const satisfies Record<string, Limit>;
