import type { Config } from '../../config.ts';
import { longDate } from '../../platform/dates.ts';
import { type EmailContent, STUDIO } from '../../platform/mail/email-layout.ts';
import { CODE_MINUTES, LINK_MINUTES, SUSPECT_DAYS } from './rules.ts';

interface Person {
  name: string;
  email: string;
}

/** Where a sign-in came from. */
export interface Origin {
  device: string;
  network: string;
}

export const NOT_YOU = 'If this was not you, set a new password at once.';
export const NOT_YOU_ANSWER =
  'If this was not you, set a new password at once, and reply to this mail.';

// E-mails to unconfirmed addresses contain no name: a name is free text with which a stranger could send any
// message to that address.

/** E-mail with the code that confirms the address of a new account. */
export const codeEmail = (config: Config, to: string, code: string): EmailContent => ({
  to,
  subject: `Your code for ${STUDIO}`,
  heading: 'Confirm your e-mail address',
  paragraphs: [
    `Type this code to confirm your address. It works for ${CODE_MINUTES} minutes.`,
    'Nobody from the studio will ever ask you for it.',
  ],
  code,
  action: { label: 'Enter the code', url: `${config.siteOrigin}/verify-email` },
});

/** Where and when somebody asked for a code. */
interface Asked extends Origin {
  at: string;
}

const askedBy = ({ device, at }: Asked, what: string): string =>
  `Somebody asked for ${what} in ${device}, ${at}.`;

/** E-mail with the code that signs in; the button leaves it to the person to confirm. */
export const signInCodeEmail = (
  config: Config,
  to: string,
  { code, ...asked }: Asked & { code: string },
): EmailContent => ({
  to,
  subject: `Your code to sign in to ${STUDIO}`,
  heading: 'Your code to sign in',
  paragraphs: [
    `${askedBy(asked, 'it')} It works for ${CODE_MINUTES} minutes, in that browser only.`,
    `Type it at ${config.siteOrigin} and nowhere else: we never ask for this code by phone, by message or on another site.`,
    'If you did not ask for it, you can ignore this mail.',
  ],
  code,
  action: {
    label: 'Sign in',
    url: `${config.siteOrigin}/sign-in#${new URLSearchParams({ code, email: to })}`,
  },
});

/** E-mail in place of a code to the owner or an assistant. */
export const passwordOnlyEmail = (config: Config, to: string, asked: Asked): EmailContent => ({
  to,
  subject: `Please use your password for ${STUDIO}`,
  paragraphs: [
    `${askedBy(asked, 'a code to sign in')} This account is not opened by a code: use your passkey or your password.`,
    'If you did not ask for it, you can ignore this mail.',
  ],
  action: { label: 'Sign in', url: `${config.siteOrigin}/sign-in` },
});

/** E-mail in place of a code after "This was not me". */
export const codesOffEmail = (config: Config, to: string, asked: Asked): EmailContent => ({
  to,
  subject: 'Codes by mail are off for your account',
  paragraphs: [
    `${askedBy(asked, 'a code to sign in')} You told us of a sign-in that was not yours, so no code signs in until you have set a new password.`,
  ],
  action: { label: 'Set a new password', url: `${config.siteOrigin}/forgot-password` },
});

/** E-mail with a code that confirms one change of somebody who has no password; it signs nobody in. */
export const confirmationCodeEmail = (
  config: Config,
  to: string,
  { code, ...asked }: Asked & { code: string },
): EmailContent => ({
  to,
  subject: 'Your code to confirm a change of your account',
  paragraphs: [
    `${askedBy(asked, 'a change of your account that must be confirmed,')} Type the code there. It works for ${CODE_MINUTES} minutes and signs nobody in.`,
    `Type it at ${config.siteOrigin} and nowhere else.`,
    NOT_YOU,
  ],
  code,
});

export const welcomeEmail = (config: Config, to: Person): EmailContent => ({
  to: to.email,
  subject: `Welcome to ${STUDIO}`,
  heading: `Welcome, ${to.name}`,
  paragraphs: [
    'Your address is confirmed. You can order now, pay in full or in two parts, and follow every step.',
  ],
  action: { label: 'See the services', url: `${config.siteOrigin}/my-gig` },
});

export const resetEmail = (config: Config, to: string, token: string): EmailContent => ({
  to,
  subject: 'Set a new password',
  paragraphs: [
    `Use this link to choose a new password. It works once, for ${LINK_MINUTES} minutes.`,
    'If you did not ask for it, you can ignore this mail: nothing has changed.',
  ],
  action: {
    label: 'Choose a new password',
    url: `${config.siteOrigin}/create-password/${token}`,
  },
});

/** What opens an account beside its password. */
export interface Key {
  name: string;
  addedAt: string;
}

const withDates = ({ timeZone }: Config, keys: Key[]): [string, string][] =>
  keys.map(({ name, addedAt }) => [name, `added ${longDate(addedAt, timeZone)}`]);

/** A mail about something that its reader can take back. */
export const withNotMe = (link: string, mail: EmailContent): EmailContent => ({
  ...mail,
  paragraphs: [
    ...mail.paragraphs,
    `If this was not you, the button ends the password and every session, and suspends the keys that were added since. It works for ${SUSPECT_DAYS} days.`,
  ],
  action: { label: 'This was not me', url: link },
});

export const passwordChangedEmail = (
  config: Config,
  to: string,
  { how, keys }: { how: string; keys: Key[] },
): EmailContent => ({
  to,
  subject: 'Your password was changed',
  paragraphs: [
    `Your password has just been changed ${how}.`,
    ...(keys.length > 0 ? ['These are still yours, too. Remove what you do not know.'] : []),
  ],
  details: withDates(config, keys),
});

export const keysSuspendedEmail = (config: Config, to: string, keys: Key[]): EmailContent => ({
  to,
  subject: 'Keys of your account are suspended',
  paragraphs: [
    'You told us that a sign-in or a change was not yours, so what was added since does not work.',
    'Sign in with an older key to bring back what is yours. Without one, set a new password, sign in with it and choose “I have lost all of them”: after three days a code opens your account.',
  ],
  details: withDates(config, keys),
  action: { label: 'Set a new password', url: `${config.siteOrigin}/forgot-password` },
});

/** E-mail with a code to the new address, before the change. */
export const newAddressEmail = (config: Config, to: string, code: string): EmailContent => ({
  to,
  subject: 'Your code for your new address',
  heading: 'Confirm your new address',
  paragraphs: [
    `Type this code in your settings to sign in with this address from now on. It works for ${CODE_MINUTES} minutes.`,
    'If you did not ask for it, you can ignore this mail: nothing has changed.',
  ],
  code,
  action: { label: 'Open the settings', url: `${config.siteOrigin}/settings` },
});

/** E-mail to the old address, after the change. */
export const addressChangedEmail = (to: string, now: string): EmailContent => ({
  to,
  subject: 'Your e-mail address was changed',
  paragraphs: [
    `From now on you sign in with ${masked(now)}, and our mail goes there. Your other devices were signed out.`,
    'The button makes this your address again, too.',
  ],
});

export const refusedSignInsEmail = (
  config: Config,
  to: string,
  { device, network }: Origin,
): EmailContent => ({
  to,
  subject: 'Many sign-ins to your account were refused',
  paragraphs: [
    `There were so many wrong passwords that we refuse further attempts for a while. The last try came from ${device}, network ${network || 'unknown'}. None of them got in.`,
    'If that was you, wait half an hour or set a new password by mail. If not, make sure that your password is used nowhere else and that your account has a passkey. This mail comes once a day at most.',
  ],
  action: { label: 'Open the audit log', url: `${config.siteOrigin}/desk/audit` },
});

export const newDeviceEmail = (to: string, { device, network }: Origin): EmailContent => ({
  to,
  subject: 'A new device signed in',
  heading: 'A new device signed in to your account',
  paragraphs: [
    `${device}, from the network ${network || 'unknown'}. If that was you, there is nothing to do.`,
  ],
});

export const accountDeletedEmail = (
  config: Config,
  to: string,
  orderCount: number,
): EmailContent => ({
  to,
  subject: 'Your account was deleted',
  paragraphs: [
    'Your account, your picture and your other data have been deleted.',
    orderCount > 0
      ? 'We must keep accounting records of what was ordered and paid. They no longer hold your name, address or e-mail.'
      : 'You had no orders, so nothing was kept.',
  ],
  action: { label: 'Visit the studio', url: config.siteOrigin },
});

/**
 * E-mail to the owner: a client deleted their account. It must not contain the name or address of the erased
 * person.
 */
export const clientDeletedEmail = (
  config: Config,
  owner: Person,
  left: { orders: string[] },
): EmailContent => ({
  to: owner.email,
  subject: 'A client deleted their account',
  paragraphs: [
    'Name, e-mail, address, picture and reviews are gone.',
    'No paid order of theirs was under way. Money that arrives later for one is refunded automatically.',
  ],
  details: [['Orders kept', left.orders.length > 0 ? left.orders.join(', ') : 'none']],
  action: { label: 'Open the Dashboard', url: `${config.siteOrigin}/desk` },
});

/** Masks an address: `asha@buyers.example` → `a•••@buyers.example`. */
const masked = (email: string): string => email.replace(/^(.).*(?=@)/u, '$1•••');
