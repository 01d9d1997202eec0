import type { Config } from '../../../config.ts';
import type { EmailContent } from '../../../platform/mail/email-layout.ts';

const NOT_YOU = 'If this was not you, set a new password at once, and answer this mail.';

export const secondFactorChangedEmail = (
  config: Config,
  to: string,
  what: string,
): EmailContent => ({
  to,
  subject: 'The keys of your account were changed',
  paragraphs: [`${what} Every other device was signed out.`, NOT_YOU],
  action: { label: 'Open the settings', url: `${config.siteOrigin}/settings` },
});

export const refusedSignInsEmail = (
  config: Config,
  to: string,
  { device, network }: { device: string; network: string },
): EmailContent => ({
  to,
  subject: 'Many sign-ins to your account were refused',
  paragraphs: [
    `Somebody tried so many passwords that more are refused for a while. The last try came from ${device}, network ${network || 'unknown'}. Nobody got in with them.`,
    'If that was you, wait half an hour or set a new password by mail. If not, make sure that your password is used nowhere else and that your account has a passkey. This mail comes once a day at most.',
  ],
  action: { label: 'Open the audit log', url: `${config.siteOrigin}/desk/audit` },
});

export const newDeviceEmail = (
  config: Config,
  to: string,
  { device, network }: { device: string; network: string },
): EmailContent => ({
  to,
  subject: 'A new device signed in',
  heading: 'A new device signed in to the dashboard',
  paragraphs: [`${device}, from the network ${network || 'unknown'}.`, NOT_YOU],
  action: { label: 'See the devices', url: `${config.siteOrigin}/settings#devices` },
});
