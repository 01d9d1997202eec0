import type { Config } from '../../../config.ts';
import type { EmailContent } from '../../../platform/mail/email-layout.ts';
import { NOT_YOU, type Origin } from '../emails.ts';
import { withDashes } from './recovery-codes.ts';

export const secondFactorChangedEmail = (to: string, what: string): EmailContent => ({
  to,
  subject: 'The keys of your account were changed',
  paragraphs: [what],
});

export const recoveryCodeUsedEmail = (to: string, left: number): EmailContent => ({
  to,
  subject: 'A recovery code of your account was used',
  paragraphs: [
    `A recovery code was used in place of your passkey or app. ${left === 1 ? 'One is' : `${left || 'None'} are`} left.`,
    ...(left > 2 ? [] : ['Make new ones in your settings.']),
  ],
});

/** The first step was right, the codes after it were wrong: somebody else may know the password or read the mail. */
export const refusedSecondStepsEmail = (
  config: Config,
  to: string,
  { device, network, first }: Origin & { first: string },
): EmailContent => ({
  to,
  subject:
    first === 'code' ? 'Somebody reads your mail' : 'Somebody knows the password of your account',
  paragraphs: [
    `${first === 'code' ? 'A code that we had mailed to you' : 'Your password'} was entered, and then so many wrong codes that we refuse further attempts for a while. The last try came from ${device}, network ${network || 'unknown'}. None of them got in.`,
    `${NOT_YOU} This mail comes once a day at most.`,
  ],
  action: { label: 'Set a new password', url: `${config.siteOrigin}/forgot-password` },
});

export const lostFactorsEmail = (
  to: string,
  { code, from }: { code: string; from: string },
): EmailContent => ({
  to,
  subject: 'Your request to sign in without your keys',
  paragraphs: [
    `Somebody who knows your password says that your passkeys, app and recovery codes are lost. From ${from} on, sign in with your password and enter this code: it removes all of them and signs out every device.`,
    'Nothing but the button stops it.',
  ],
  code: withDashes(code),
});
