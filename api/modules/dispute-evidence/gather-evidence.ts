import type { Db } from '../../../db/database.ts';
import type { Agreement, Dispute, Order, OrderChange } from '../../../db/schema.ts';
import type { Config } from '../../config.ts';
import { longDate, longMoment } from '../../platform/dates.ts';
import { formatExact } from '../../platform/money/rules.ts';
import type { EvidenceKind } from '../../platform/payment-provider/disputes.ts';
import { listPaymentsOf } from '../billing/queries.ts';
import { isTakenMail } from '../chat/dto.ts';
import { readDeliveries } from '../deliveries/deliveries.ts';
import { type AgreementTerms, shortHash } from '../orders/agreements/rules.ts';
import { getAgreement } from '../orders/agreements/write-agreement.ts';
import { cancellationTable } from '../orders/cancellation/rules.ts';
import type { OrderItemDto } from '../orders/dto.ts';
import { orderNumber } from '../orders/order-number-rules.ts';
import { findRequirements } from '../orders/requirements.ts';
import { listRevisions } from '../orders/revisions/revisions.ts';
import { listOrderEvents } from '../orders/timeline.ts';
import { reasonText } from '../payments/disputes/rules.ts';
import { listChanges } from '../payments/order-changes/queries.ts';
import { describeEffect, effectOf, stateOf } from '../payments/order-changes/rules.ts';
import { listRefundsOfOrder } from '../payments/refunds.ts';
import { describeEvent } from '../payments/timeline-entries.ts';
import type { EvidenceText } from './evidence-pdf.ts';
import { countMessages, listNewestMessages } from './queries.ts';

interface EvidenceDocument extends EvidenceText {
  kind: EvidenceKind;
}

/** The newest messages that surely fit into the pages of a PDF; earlier ones are left out. */
const MAX_MESSAGES = 1_000;
const MAX_CONVERSATION_LINES = 5_000;
const MIN_CHARACTERS_OF_A_LINE = 50;

interface Subject {
  order: Order;
  dispute: Dispute;
}

/** Collects all texts of an order that help to answer its dispute. Receipts are separate documents. */
export async function gatherEvidence(
  db: Db,
  { timeZone }: Config,
  { order, dispute }: Subject,
): Promise<EvidenceDocument[]> {
  const at = (iso: string): string => longMoment(iso, timeZone);
  const [payments, { deliveries }, revisions, events, conversation, refunds, changes, ...agreed] =
    await Promise.all([
      listPaymentsOf(db, order.id),
      // It reaches the buyer, so it holds what is open to the buyer.
      readDeliveries(db, order, order.buyer_id),
      listRevisions(db, order.id),
      listOrderEvents(db, order.id),
      conversationSections(db, order.id, at),
      listRefundsOfOrder(db, order.id),
      listChanges(db, order.id),
      findRequirements(db, order.id),
      getAgreement(db, order.id),
    ]);
  const [requirements, agreement] = agreed;
  const about: EvidenceText['about'] = [
    ['Order', `#${orderNumber(order.id)}, placed ${at(order.created_at)}`],
    ['Buyer', `${order.buyer_name}, ${order.buyer_email}`],
    ['Disputed payment', dispute.payment_id],
    ['Disputed amount', formatExact(dispute.amount, dispute.currency)],
    ['Reason given', reasonText(dispute.reason)],
  ];
  const text = (
    kind: EvidenceKind,
    title: string,
    sections: EvidenceText['sections'],
  ): EvidenceDocument => ({ kind, title, about, sections });
  const documents = [
    text('term_and_conditions', 'What was ordered and agreed', [
      { heading: 'Ordered', lines: orderedLines(order) },
      {
        heading: `Agreement ${shortHash(agreement.sha256)}, accepted ${at(agreement.accepted_at)}`,
        lines: agreedLines(agreement),
      },
      ...(requirements
        ? [
            {
              heading: `Requirements of the buyer, ${at(requirements.updatedAt)}`,
              lines: [requirements.text, ...requirements.links],
            },
          ]
        : []),
      ...changes.map((change) => changeSection(order, change, at)),
      {
        heading: 'Payments',
        lines: payments.map(
          ({ amount, currency, method, captured_at, id, receipt }) =>
            `${at(captured_at)}: ${formatExact(amount, currency)} by ${method}, ${id}${receipt ? `, receipt ${receipt}` : ''}`,
        ),
      },
      {
        heading: 'History of the order',
        lines: events.map((event) => `${at(event.at)}: ${describeEvent(order, event)}`),
      },
    ]),
    text('proof_of_service', 'Deliveries and revisions', [
      ...deliveries.map(({ number, createdAt, message, files }) => ({
        heading: `Delivery ${number}, ${at(createdAt)}`,
        lines: [
          message,
          ...files.map(({ name, size, isLink, address = 'its address opens with the payment' }) =>
            isLink ? `Link: ${name}, ${address}` : `File: ${name} (${size} bytes)`,
          ),
        ],
      })),
      ...revisions.toReversed().map((revision) => ({
        heading:
          revision.number > 0
            ? `Revision ${revision.number}, requested ${at(revision.requested_at)}: ${revision.status}`
            : `Request of ${at(revision.requested_at)}, which became change ${-revision.number}`,
        lines: [revision.description],
      })),
      ...(deliveries.length + revisions.length === 0
        ? [{ heading: 'Nothing was delivered yet', lines: [describeAgreedDelivery(order, at)] }]
        : []),
    ]),
  ];
  if (agreement) {
    const { cancellation } = JSON.parse(agreement.json) as AgreementTerms;
    documents.push(
      text('refund_cancellation_policy', 'Cancellation terms', [
        {
          heading: `Shown before paying and accepted ${at(agreement.accepted_at)}`,
          lines: cancellationTable(cancellation).map(
            ([when, ...back]) => `${when}: ${back.join(' / ')}`,
          ),
        },
      ]),
    );
  }
  if (conversation.length > 0) {
    documents.push(text('customer_communication', 'Conversation with the buyer', conversation));
  }
  if (refunds.length > 0) {
    documents.push(
      text('refund_confirmation', 'Refunds', [
        {
          heading: `${formatExact(order.refunded, order.currency)} of ${formatExact(order.paid, order.currency)} was refunded`,
          lines: refunds.map(
            ({ amount, currency, created_at, status, provider_id, reason }) =>
              `${at(created_at)}: ${formatExact(amount, currency)}, ${status}${provider_id ? `, ${provider_id}` : ''}. ${reason}`,
          ),
        },
      ]),
    );
  }
  return documents;
}

const TAKEN_MAIL =
  'The seller quotes a mail here that nobody is proved to have written. It is not the buyer’s message.';

/** The messages of an order. When they are too many for a document, it begins by saying which are left out. */
async function conversationSections(
  db: Db,
  orderId: string,
  at: (iso: string) => string,
): Promise<EvidenceText['sections']> {
  const [count, messages] = await Promise.all([
    countMessages(db, orderId),
    listNewestMessages(db, orderId, MAX_MESSAGES),
  ]);
  const sections = messages.map(({ name, role, created_at, seen_at, text, files, by_mail }) => ({
    heading: `${name} (${role === 'owner' ? 'seller' : 'buyer'}), ${at(created_at)}`,
    lines: [
      ...(isTakenMail(by_mail) ? [TAKEN_MAIL] : []),
      text,
      ...files.map((file) => `File: ${file}`),
      ...(seen_at ? [`Read ${at(seen_at)}`] : []),
    ],
  }));
  let room = MAX_CONVERSATION_LINES;
  const printed = sections.slice(
    sections.findLastIndex((section) => {
      room -= linesOf(section);
      return room < 0;
    }) + 1,
  );
  const missing = count - printed.length;
  if (missing === 0) return printed;
  const first = messages[sections.length - printed.length]?.created_at;
  return [
    {
      heading: 'This document was shortened',
      lines: [
        `The ${missing} messages before ${first ? at(first) : 'it was made'} are missing. The whole conversation of ${count} messages is kept with the order.`,
      ],
    },
    ...printed,
  ];
}

/** At least as many lines as the section takes; its heading counts as three. */
const linesOf = ({ lines }: EvidenceText['sections'][number]): number =>
  lines
    .flatMap((line) => line.split('\n'))
    .reduce((sum, { length }) => sum + Math.ceil(length / MIN_CHARACTERS_OF_A_LINE || 1), 3);

/** A section about one change: the proposal and its answer. */
const changeSection = (order: Order, change: OrderChange, at: (iso: string) => string) => ({
  heading: `Change ${change.number}, proposed by the ${change.proposed_by === 'owner' ? 'seller' : 'buyer'} ${at(change.proposed_at)}: ${stateOf(change)}${change.decided_at ? ` ${at(change.decided_at)}` : ''}`,
  lines: [change.description, describeEffect(effectOf({ order, change }))],
});

const timesOf = (name: string, quantity: number): string =>
  quantity === 1 ? name : `${name}, ${quantity} times`;

function agreedLines({ json, sha256, texts }: Agreement): string[] {
  const terms = JSON.parse(json) as AgreementTerms;
  const { acceptance } = JSON.parse(texts) as { acceptance?: { text: string } };
  return [
    terms.title,
    ...terms.scope.map(({ name, quantity, details }) =>
      [timesOf(name, quantity), ...details].join('; '),
    ),
    ...terms.parts.map(
      ({ title, amount }, index) =>
        `Part ${index + 1} of ${terms.parts.length}, ${title}: ${formatExact(amount, terms.currency)}`,
    ),
    `Total ${formatExact(terms.total, terms.currency)}, ${terms.deliveryDays} days, ${terms.revisions} revisions`,
    ...(acceptance ? [`Accepted with the words: ${acceptance.text}`] : []),
    `SHA-256 of the agreement: ${sha256}`,
  ];
}

function orderedLines(order: Order): string[] {
  const items = (JSON.parse(order.items) as OrderItemDto[]).flatMap((item) => [
    `${item.title}, ${item.selectedPlan.planType} package`,
    ...item.extraFeatures.map(({ name, quantity }) => timesOf(`Extra: ${name}`, quantity)),
  ]);
  return [
    ...items,
    `Total ${formatExact(order.total, order.currency)}, ${order.max_revisions} revisions, ${order.delivery_days} days`,
  ];
}

const describeAgreedDelivery = (order: Order, at: (iso: string) => string): string =>
  order.delivery_date ? `Delivery was agreed for ${at(order.delivery_date)}.` : 'It was not paid.';

function describeUndelivered(order: Order, timeZone: string): string {
  if (order.cancelled_at) return 'The order was cancelled before a delivery.';
  if (order.status === 'Rejected') return 'We declined the order.';
  const day = order.delivery_date && longDate(order.delivery_date, timeZone);
  const agreed = day ? ` Delivery was agreed for ${day}.` : '';
  return order.status === 'Accepted'
    ? `We have accepted the order and not delivered yet.${agreed}`
    : `We have not accepted the order yet.${agreed}`;
}

/** Writes a first summary for the owner to edit. */
export async function draftSummary(db: Db, { timeZone }: Config, order: Order): Promise<string> {
  const { deliveries, isClosed } = await readDeliveries(db, order, null);
  const [item] = JSON.parse(order.items) as OrderItemDto[];
  const at = (iso: string): string => longMoment(iso, timeZone);
  const last = deliveries.at(-1);
  return [
    `The buyer ordered "${item?.title ?? 'a service'}" on ${at(order.created_at)} (order #${orderNumber(order.id)}) and paid ${formatExact(order.paid, order.currency)} of ${formatExact(order.total, order.currency)}${order.tax_deducted > 0 ? `, after deducting ${formatExact(order.tax_deducted, order.currency)} tax at source` : ''}.`,
    last
      ? `We delivered ${deliveries.length === 1 ? 'once' : `${deliveries.length} times`}, last on ${at(last.createdAt)}; ${isClosed ? 'the files open with a payment that has not arrived' : 'the buyer can open every file in their account'}.`
      : describeUndelivered(order, timeZone),
    order.status === 'Completed' ? 'The buyer has accepted the work.' : '',
    order.refunded > 0 ? `${formatExact(order.refunded, order.currency)} was refunded.` : '',
    'The documents that we have about the order are attached.',
  ]
    .filter(Boolean)
    .join(' ');
}
