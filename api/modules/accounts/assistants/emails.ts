import type { Config } from '../../../config.ts';
import { type EmailContent, STUDIO } from '../../../platform/mail/email-layout.ts';
import { INVITATION_DAYS } from '../rules.ts';

export const invitationEmail = (config: Config, to: string, token: string): EmailContent => ({
  to,
  subject: `You are invited to assist ${STUDIO}`,
  heading: 'Answer buyers and move orders with us',
  paragraphs: [
    `The owner of ${STUDIO} invites you as an assistant. Choose a name and a password with this link.`,
    `It works once, for ${INVITATION_DAYS} days. If you did not expect it, you can ignore this mail.`,
  ],
  action: { label: 'Accept the invitation', url: `${config.siteOrigin}/invitation/${token}` },
});

/** E-mail to the owner: an invitation was accepted. */
export const assistantJoinedEmail = (
  config: Config,
  to: string,
  assistant: { name: string; email: string },
): EmailContent => ({
  to,
  subject: `${assistant.name} is your assistant now`,
  heading: 'An invitation was accepted',
  paragraphs: [
    `${assistant.name} (${assistant.email}) answers conversations and moves orders from now on. You can end that at once at the dashboard.`,
  ],
  action: { label: 'See your assistants', url: `${config.siteOrigin}/desk/assistants` },
});

/**
 * E-mail to the owner: an assistant deleted their account. It must not contain the name or address of the
 * erased person.
 */
export const assistantLeftEmail = (config: Config, to: string): EmailContent => ({
  to,
  subject: 'An assistant deleted their account',
  paragraphs: ['Their account is gone. What they wrote to buyers for you stays.'],
  action: { label: 'See your assistants', url: `${config.siteOrigin}/desk/assistants` },
});

/** E-mail to the assistant: the owner ended the access. */
export const assistanceEndedEmail = (to: string): EmailContent => ({
  to,
  subject: `You no longer assist ${STUDIO}`,
  heading: 'Your access has ended',
  paragraphs: [
    'The owner has ended your access to orders and conversations, and you were signed out everywhere. Your account stays; you can delete it in your settings.',
  ],
});
