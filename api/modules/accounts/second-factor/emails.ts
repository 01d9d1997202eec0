import type { Config } from '../../../config.ts';
import type { EmailContent } from '../../../platform/mail/email-layout.ts';
import { NOT_YOU_ANSWER } from '../emails.ts';

export const secondFactorChangedEmail = (
  config: Config,
  to: string,
  what: string,
): EmailContent => ({
  to,
  subject: 'The keys of your account were changed',
  paragraphs: [`${what} Every other device was signed out.`, NOT_YOU_ANSWER],
  action: { label: 'Open the settings', url: `${config.siteOrigin}/settings` },
});
