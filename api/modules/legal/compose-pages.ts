import { RETAINED_BACKUPS } from '../../../db/backup-retention.ts';
import { UNDELIVERABLE_DAYS } from '../../platform/mail/rules.ts';
import {
  ABANDONED_DAYS,
  KNOWN_DEVICE_DAYS,
  SESSION_DAYS,
  SESSION_IDLE_DAYS,
} from '../accounts/rules.ts';
import { sanitizeRichText } from '../catalog/rich-text.ts';
import { UNPROVED_DAYS } from '../mail-replies/limits.ts';
import {
  CANCELLATION_HEAD,
  type CancellationTerms,
  cancellationTable,
} from '../orders/cancellation/rules.ts';
import { DAYS_TO_ANSWER } from '../orders/rules.ts';
import { DAYS_KEPT } from '../visits/rules.ts';
import {
  LEGAL_PAGES,
  type LegalBlock,
  type LegalPage,
  type LegalSection,
  type LegalSlug,
  ownPagePath,
} from './rules.ts';
import type { LegalBody } from './schema.ts';

/** What the pages are made of. An empty text is a fact that is not known, and the pages do not speak of it. */
export interface LegalFacts extends Omit<LegalBody, 'legalName'> {
  name: string;
  gstin: string | null;
  backups: 'none' | 'folder' | 'bucket';
  /** Whether mail to buyers can be answered. */
  takesAnswers: boolean;
  cancellation: CancellationTerms;
  sellsInDollars: boolean;
}

// Consumer Protection (E-Commerce) Rules 2020, rule 4(5).
const ACKNOWLEDGED = '48 hours';
const ANSWERED = 'one month';

const text = (...sentences: (string | false)[]): LegalBlock => ({
  kind: 'text',
  text: sentences.filter(Boolean).join(' '),
});
const list = (...items: (string | false)[]): LegalBlock => ({
  kind: 'list',
  items: items.filter((item) => item !== false),
});
const facts = (rows: [string, string][]): LegalBlock => ({
  kind: 'facts',
  rows: rows.filter(([, value]) => value),
});
/** Sanitized again, because a row may have been written by hand. */
const richText = (html: string): LegalBlock => ({ kind: 'html', html: sanitizeRichText(html) });
/** Headings of a page are one level higher than those inside a section. */
const withHigherHeadings = (html: string): string =>
  html.replace(/(<\/?h)([34])>/g, (_, tag: string, level: string) => `${tag}${Number(level) - 1}>`);
const section = (title: string, ...blocks: LegalBlock[]): LegalSection => ({ title, blocks });

/** The legal pages, of facts only: a version of them is what a buyer has agreed to. */
export function composePages(shop: LegalFacts): LegalPage[] {
  const own = shop.pages.map(
    ({ slug, title, text: html }): LegalPage => ({
      path: ownPagePath(slug),
      title,
      lead: '',
      sections: [section('', { kind: 'html', html: withHigherHeadings(sanitizeRichText(html)) })],
    }),
  );
  const fixed = LEGAL_PAGES.map(({ slug, title }): LegalPage => {
    const { lead, sections } = CONTENT[slug](shop);
    const html = shop.additions[slug];
    const added = html ? [section(`Added by ${shop.name}`, richText(html))] : [];
    return { path: `/${slug}`, title, lead, sections: [...sections, ...added] };
  });
  return [...fixed, ...own];
}

const CONTENT: Record<LegalSlug, (shop: LegalFacts) => { lead: string; sections: LegalSection[] }> =
  { terms, privacy, refunds, delivery, contact };

const seller = ({ name, address, gstin, email, phone }: LegalFacts): LegalBlock =>
  facts([
    ['Legal name', name],
    ['Address', address],
    ['GST number', gstin ?? ''],
    ['E-mail', email],
    ['Phone', phone],
  ]);

function terms(shop: LegalFacts) {
  return {
    lead: `What you and ${shop.name} agree on when you order.`,
    sections: [
      section('Who you deal with', seller(shop)),
      section(
        'Your order',
        text(
          'You choose a package or accept a quote, read the terms beside the total, and pay. Scope, price, parts, delivery time, revisions and cancellation terms are stored with the order, together with the version of these pages. Later changes of the site do not change your order.',
        ),
        text(
          'Extra work is a change: it has its own price and days, and counts only when both sides have accepted it.',
        ),
      ),
      section(
        'Price and payment',
        text(
          shop.sellsInDollars
            ? 'Prices are in Indian rupees or, outside India, in US dollars; an order stays in its currency, also for refunds.'
            : 'Prices are in Indian rupees.',
          shop.gstin
            ? `They include GST of 18 %${shop.sellsInDollars ? ' where it is due' : ''}.`
            : 'No GST is charged.',
          'A package is paid at once or in two milestones; a quote names its own parts.',
          'You pay in the window of Razorpay, the payment provider, and get a receipt for every payment.',
        ),
      ),
      section(
        'Your part',
        text(
          'Send what the work needs, such as texts, pictures and access, after paying. Everything about an order is said in its conversation, so that both sides can find it later.',
        ),
      ),
      section(
        'Accepting the work',
        text(
          `You accept a delivery, or ask for a revision while the order has some left. A delivery that is not answered within ${DAYS_TO_ANSWER} days counts as accepted.`,
        ),
      ),
      section(
        'Reviews',
        text(
          'Only people who have paid for a package can review it. The seller may reply, and may hide a review with a reason that its author reads.',
        ),
      ),
      section(
        'About these pages',
        text(
          'They describe how this shop works. They are no legal advice, and the rights that the law gives you remain.',
        ),
      ),
    ],
  };
}

function privacy(shop: LegalFacts) {
  const { daily, weekly, monthly } = RETAINED_BACKUPS;
  const { backups, gstin } = shop;
  const whenDeleted = 'Until you delete your account';
  const rows = [
    [
      'Account: name, e-mail address, picture, password as a hash',
      'To sign you in and write to you about your orders',
      `${whenDeleted}; ${ABANDONED_DAYS} days when the address is never confirmed`,
    ],
    [
      'Sessions and devices: browser and times',
      'So that you can see where you are signed in',
      `${SESSION_IDLE_DAYS} days after the last visit, ${SESSION_DAYS} at most; a known device ${KNOWN_DEVICE_DAYS}`,
    ],
    [
      'Orders: what was agreed, payments, refunds, receipts and invoices',
      'To carry out the order, and because tax law asks for it',
      'Kept, without your name and e-mail address once you delete your account',
    ],
    [
      'Billing name and address',
      'For receipts and invoices',
      gstin ? `${whenDeleted}; tax invoices keep it, because the law asks for it` : whenDeleted,
    ],
    ['Requirements, messages, files and deliveries', 'To do the work', whenDeleted],
    [
      'How often each page is opened, and from which site or campaign, as numbers without any person, address or device',
      'To see which pages lead to an order',
      `By day for ${DAYS_KEPT / 365} years, then by month`,
    ],
    [
      'Reviews, shown with your name and picture',
      'So that others know what to expect',
      whenDeleted,
    ],
    [
      'Log of sign-ins and actions, with the first part of the network address and the device',
      'To find misuse and errors',
      `${shop.auditLogDays} days`,
    ],
    ['Mail that could not be delivered', 'To send it again', `${UNDELIVERABLE_DAYS} days at most`],
    [
      backups === 'none'
        ? 'Backups of all of this, on the machine of the shop'
        : 'Encrypted backups of all of this',
      'To restore the shop after a failure',
      `The last of ${daily} days, ${weekly} weeks and ${monthly} months`,
    ],
  ];
  return {
    lead: 'What is stored about you, why, for how long, and who receives it.',
    sections: [
      section('Who is responsible', seller(shop)),
      section('What is stored', {
        kind: 'table',
        head: ['What', 'Why', 'How long'],
        rows,
      }),
      section(
        'Who receives it',
        list(
          'Razorpay, the payment provider: amount, order number, and the name, e-mail address and phone number that you type when you pay. Card and bank details go to Razorpay only.',
          shop.takesAnswers
            ? `The mail service, which carries messages to you and your answers back. What it does not vouch for is kept ${UNPROVED_DAYS} days for the seller to see, and is not added to the conversation.`
            : 'The mail service, which carries messages to you.',
          'The host of this site, on whose machine the shop runs.',
          backups === 'bucket' && 'The storage service that holds the encrypted backups.',
          'Assistants of the seller: orders and conversations.',
        ),
        text(
          'Nothing is sold. There is no advertising and no tracking: pages are counted, visitors are not recognised. No page loads anything from another company, except the payment window.',
        ),
      ),
      section(
        'In your browser',
        text(
          'A cookie keeps you signed in, and another protects forms. Your cart, drafts and the theme are stored in your browser. None of them follows you elsewhere.',
        ),
      ),
      section(
        'Your choices',
        list(
          'Export: Settings, Your data, gives you everything as one file.',
          'Correct: Settings has your name, picture and e-mail address.',
          'Withdraw: Settings, Notifications, turns off messages that no order needs. Deleting the account withdraws everything else, as simply as you gave it.',
          'Delete: Settings, Delete account. Paid orders that are under way must end first.',
          `Ask, complain, or name a person who acts for you: write to ${shop.email}. After that you can turn to the Data Protection Board of India.`,
        ),
      ),
      section(
        'What stays after you delete your account',
        text(
          gstin
            ? 'Orders, payments, refunds and tax documents, which the seller must keep under section 36 of the CGST Act and the Income-tax Rules. Tax documents keep your name and address; everything else loses them.'
            : 'Orders, payments, refunds and receipts, which the seller must keep under the Income-tax Rules. They lose your name, e-mail address and address.',
          `The log of actions has no name and no address of yours; its lines go after ${shop.auditLogDays} days.`,
          'Backups contain your data until newer ones replace them.',
        ),
      ),
      section(
        'If something goes wrong',
        text(
          'When your data is lost or seen by somebody who should not see it, you get a mail without delay: what happened, what it means for you, what is being done, and what you can do.',
        ),
      ),
    ],
  };
}

function refunds({ cancellation }: LegalFacts) {
  const rows = cancellationTable(cancellation);
  return {
    lead: 'What you get back, and how.',
    sections: [
      section(
        'If an order is cancelled',
        { kind: 'table', head: CANCELLATION_HEAD, rows },
        text(
          'The table that you see before you pay is part of your order, and stays as it is when these terms change later. While you may cancel, the page of your order has the button and today’s amount.',
        ),
      ),
      section(
        'What the seller owes on top',
        text(
          'The provider refunds no more than you paid. What is due on top is recorded with your order, and the seller pays it to your bank account or UPI ID; the order shows it until then, with the reference of the transfer afterwards.',
        ),
      ),
      section(
        'If the seller declines the order',
        text('Everything that you have paid is refunded automatically.'),
      ),
      section(
        'How a refund is made',
        text(
          'It is sent at once, to the card or account that you paid with; banks may need seven working days to show it. A payment that comes twice, or too late for its order, is refunded automatically. Payments, in your account, lists every payment and refund.',
        ),
      ),
      section(
        'After a delivery',
        text(
          'If something is wrong, ask for a revision or write in the conversation. The seller can refund any part of what you have paid.',
        ),
      ),
    ],
  };
}

function delivery() {
  return {
    lead: 'How and when you get the work.',
    sections: [
      section(
        'How',
        text(
          'Everything is delivered on the page of your order, as files and links. Nothing is sent by post, and there is no charge for delivery.',
        ),
      ),
      section(
        'When',
        text(
          'The delivery date is the day of your first payment plus the days of the package or quote. An accepted change adds its own days. The order shows the date.',
        ),
      ),
      section(
        'If it is late',
        text('You may cancel, and get back what Refunds and cancellation says.'),
      ),
      section(
        'Then',
        text(`You have ${DAYS_TO_ANSWER} days to accept the work or to ask for a revision.`),
      ),
    ],
  };
}

function contact(shop: LegalFacts) {
  const { grievanceName, grievanceRole } = shop;
  // One who names no other way is reached like the seller.
  const hasOwnWay = shop.grievanceEmail !== '' || shop.grievancePhone !== '';
  const [email, phone] = hasOwnWay
    ? [shop.grievanceEmail, shop.grievancePhone]
    : [shop.email, shop.phone];
  const complaints = section(
    'Complaints',
    facts([
      ['Grievance officer', [grievanceName, grievanceRole].filter(Boolean).join(', ')],
      ['E-mail', email],
      ['Phone', phone],
    ]),
    text(
      `A complaint is acknowledged within ${ACKNOWLEDGED}, and settled within ${ANSWERED} of its arrival. Name the number of your order if it is about one.`,
    ),
  );
  return {
    lead: 'Whom you reach, and how.',
    sections: [
      section('The seller', seller(shop)),
      section(
        'About an order',
        text('Write in the conversation of the order: the seller sees at once what it is about.'),
      ),
      ...(grievanceName ? [complaints] : []),
    ],
  };
}
