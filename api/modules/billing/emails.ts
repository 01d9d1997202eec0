import type { Config } from '../../config.ts';
import { type EmailContent, STUDIO } from '../../platform/mail/email-layout.ts';
import { CODE_MINUTES } from '../accounts/rules.ts';

/** To an address that nobody has confirmed: it contains nothing that a person has typed. */
export const copiesCodeEmail = (config: Config, to: string, code: string): EmailContent => ({
  to,
  subject: `Your code for copies from ${STUDIO}`,
  heading: 'Get copies of receipts and invoices',
  paragraphs: [
    'A client wants the receipts and invoices of their company’s orders to come to this address, too.',
    `If you agree, give them this code. It works for ${CODE_MINUTES} minutes. If you do not expect it, ignore this mail: nothing else will come.`,
  ],
  code,
  action: { label: 'Visit the studio', url: config.siteOrigin },
});

export const copiesBeginEmail = (config: Config, to: string, copiesTo: string): EmailContent => ({
  to,
  subject: 'Copies of your papers go to one more address',
  paragraphs: [
    `From now on ${copiesTo} gets copies of the receipts, invoices and credit notes of your company’s orders, and nothing else.`,
    'If this was not you, stop it in your settings and set a new password at once.',
  ],
  action: { label: 'Open the settings', url: `${config.siteOrigin}/settings#billing` },
});

interface Paper {
  title: string;
  number: string;
  about: string;
  order: string;
  buyer: string;
  stop: string;
}

export const copyEmail = (to: string, paper: Paper): EmailContent => ({
  to,
  subject: `${paper.title} ${paper.number}: ${paper.about}`,
  paragraphs: [
    'A copy for your accounts is attached.',
    `${paper.buyer} has asked for copies to this address. Nothing else is sent to it.`,
  ],
  details: [
    [paper.title, paper.number],
    ['Order', `#${paper.order}`],
  ],
  action: { label: 'Stop these copies', url: paper.stop },
});
