import { beforeAll, expect, test } from 'vitest';
import * as caseStudyNews from '../../api/modules/case-studies/case-study-news.ts';
import type { Part } from '../../api/modules/case-studies/rules.ts';
import * as pinNews from '../../api/modules/deliveries/pin-news.ts';
import { announce } from '../../api/modules/notifications/notify.ts';
import type { News } from '../../api/modules/orders/news.ts';
import * as orderNews from '../../api/modules/orders/order-news.ts';
import * as disputeNews from '../../api/modules/payments/disputes/dispute-news.ts';
import * as changeNews from '../../api/modules/payments/order-changes/change-news.ts';
import * as paymentNews from '../../api/modules/payments/payment-news.ts';
import { describeEvent, isForBuyer } from '../../api/modules/payments/timeline-entries.ts';
import * as quoteNews from '../../api/modules/quotes/quote-news.ts';
import * as reviewNews from '../../api/modules/reviews/review-news.ts';
import type { QueuedMail } from '../../api/platform/mail/outbox.ts';
import type { Order } from '../../db/schema.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { storedOrder } from '../support/payments.ts';
import { askQuestion } from '../support/quotes.ts';
import { rowsWith } from '../support/rows.ts';
import { app, paidOrder, shareInProcessApp } from '../support/shared-in-process-app.ts';

// What each event tells whom, in every channel, recorded. People have read these texts, and the keys keep a mail or a
// line from being written twice, so that this file and the record beside it change together or not at all.

const AT = '2026-11-24T06:30:00.000Z';
const LATER = '2026-12-09T18:29:59.999Z';

shareInProcessApp(() => new Date(AT));

let order: Order;
let conversationId: string;
let buyerEmail: string;
let paymentId: string;

beforeAll(async () => {
  const { person, orderId, paymentId: paid } = await paidOrder();
  paymentId = paid;
  await app.write((tx) =>
    tx
      .updateTable('orders')
      .set({ delivery_date: LATER, starts_on: '2026-11-26', updated_at: AT })
      .where('id', '=', orderId)
      .execute(),
  );
  order = (await storedOrder(app, orderId)) as Order;
  conversationId = await askQuestion(person);
  const [buyer] = await rowsWith(app, 'users', { id: order.buyer_id });
  buyerEmail = buyer?.email ?? '';
});

const recorded = new Set<object>();

class RolledBack extends Error {}

/** What the subscribers of an event have told, without the ids of this run. */
async function told<E extends object>(
  news: News<E>,
  event: NoInfer<E>,
  before: (tx: Tx) => unknown = () => undefined,
) {
  recorded.add(news);
  const lines: string[] = [];
  const services = app.server.services;
  const mails: QueuedMail[] = [];
  const outbox = {
    ...services.outbox,
    enqueue: async (_: unknown, mail: QueuedMail) => void mails.push(mail),
  };
  const run = transaction(services, async (tx) => {
    for (const table of ['order_events', 'notifications'] as const)
      await tx.deleteFrom(table).execute();
    await before(tx);
    await announce(news)(tx, { ...services, outbox }, event);
    for (const row of await rowsWith(tx, 'order_events')) {
      lines.push(
        `line ${row.key} ${row.at}${isForBuyer(row) ? '' : ', not for the buyer'}: ${describeEvent(order, row)}`,
        `  ${row.kind} ${row.data}`,
      );
    }
    for (const row of await rowsWith(tx, 'notifications')) {
      const opens = row.order_id ? 'order' : row.conversation_id ? 'conversation' : 'nothing';
      lines.push(
        `notification ${row.type}${row.live ? ` (${row.live})` : ''} to ${whose(row.user_id)}, opens ${opens}: ${row.message}`,
      );
    }
    throw new RolledBack();
  });
  await expect(run).rejects.toThrow(RolledBack);
  for (const mail of mails) {
    const { quote, heading, details, action, next, about } = mail;
    const to = mail.to === buyerEmail ? 'the buyer' : 'the owner';
    lines.push(
      `mail “${mail.kind}” to ${to}, ${mail.dedupeKey}: ${mail.subject}`,
      ...Object.entries({ heading, says: mail.paragraphs, quote, details, action, next, about })
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => `  ${name}: ${JSON.stringify(value)}`),
    );
  }
  return lines
    .join('\n')
    .replaceAll(order.id, 'ORDER')
    .replaceAll(conversationId, 'CONVERSATION')
    .replaceAll(paymentId, 'PAYMENT')
    .replaceAll(/#[\dA-F]{6}/g, '#NUMBER')
    .replaceAll(/status:[\da-f-]{36} /g, 'status:ANY ');
}

const rejectOrder = (tx: Tx) =>
  tx.updateTable('orders').set({ status: 'Rejected' }).where('id', '=', order.id).execute();

const whose = (userId: string) => (userId === order.buyer_id ? 'the buyer' : 'the owner');

const PAUSE = {
  id: 'p1',
  order_id: '',
  reason: 'The logo, please.',
  started_at: AT,
  ended_at: AT,
  counted_to: '2026-11-24',
  days: 2,
};
const REVISION = {
  id: 'r1',
  order_id: '',
  number: 1,
  description: 'Larger.\nAnd blue.',
  status: 'Pending',
  created_at: AT,
  updated_at: AT,
};
const CHANGE = {
  id: 'c1',
  order_id: '',
  number: 2,
  description: 'A shop.\nWith carts.',
  amount: 50_000,
  extra_days: 3,
  proposed_by: 'owner',
  status: 'Proposed',
  created_at: AT,
  updated_at: AT,
};
const INSTALMENT = {
  id: 'i1',
  number: 1,
  title: 'Milestone 1',
  amount: 1_000_000,
  tax_deducted: 0,
  pay_by: LATER,
  waived_at: null,
  provider_order_id: 'order_1',
  payment_id: null,
};
const PAYMENT = {
  id: 'pay_1',
  order_id: 'order_1',
  status: 'captured',
  amount: 1_000_000,
  currency: 'INR',
  created_at: 1_795_000_000,
};
const REFUND = {
  id: 'f1',
  payment_id: 'pay_1',
  provider_id: 'rfnd_1',
  amount: 250_050,
  status: 'done',
  reason: '',
  created_at: AT,
  updated_at: AT,
};
const DISPUTE = {
  id: 'd1',
  payment_id: 'pay_1',
  amount: 1_000_000,
  currency: 'INR',
  deducted: 0,
  status: 'open',
  reason: 'goods_or_services_not_received_or_partially_received',
  respond_by: LATER,
  version: 1,
};
const TERMS = {
  title: 'A shop in Marathi, with payments and a newsletter',
  total: 6_000_050,
  currency: 'INR',
  parts: [{ amount: 2_000_050 }, { amount: 4_000_000 }],
};
const QUOTE = { id: 'q1', valid_until: LATER, order_id: null, json: JSON.stringify(TERMS) };

/** Each event, with the payloads by which its texts differ. Later ones in a list differ from the first in these columns. */
function* cases(): Generator<[name: string, told: () => Promise<string>]> {
  const of = (row: object, more: object = {}) => ({ ...row, ...more, order_id: order.id }) as never;
  const changed = (more: object) => ({ ...order, ...more }) as Order;
  const buyer = { name: 'Asha Kulkarni' } as never;
  const about = { order, at: AT };

  const statuses = {
    accepted: { status: 'Accepted' },
    declined: { status: 'Rejected', reason: 'No time.' },
    cancelled: { status: 'Cancelled', promised: 500_000, by: 'buyer' },
    'cancelled without a refund': { status: 'Cancelled', promised: 0 },
    'cancelled late': { status: 'Cancelled', promised: 500_000, owedOnTop: 99_900, by: 'buyer' },
    delivered: { status: 'Delivered' },
    'delivered with closed files': { status: 'Delivered', isPreview: true as const },
    completed: { status: 'Completed', by: 'buyer' },
    'completed automatically': { status: 'Completed', by: 'system' },
  };
  for (const [name, { status, by = 'owner', ...more }] of Object.entries<{
    status: string;
    by?: string;
    promised?: number;
    reason?: string;
    owedOnTop?: number;
    isPreview?: true;
  }>(statuses)) {
    const row = {
      status: status === 'Cancelled' ? 'Rejected' : status,
      shown_status: status,
      cancelled_at: status === 'Cancelled' ? AT : null,
      promised: more.promised ?? null,
    };
    const event = { ...more, order: changed(row), by: by as 'owner', at: AT };
    yield [`orderStatusChanged ${name}`, () => told(orderNews.statusChanged, event)];
  }
  for (const refundAmount of [500_000, 0])
    yield [
      `orderCancelled, ${refundAmount} refunded`,
      () => told(paymentNews.cancelled, { order, refundAmount, owedOnTop: 0 }),
    ];
  yield [
    'orderCancelled, late',
    () => told(paymentNews.cancelled, { order, refundAmount: 500_000, owedOnTop: 99_900 }),
  ];
  const dates = { startsOn: '2026-11-30', deliverBy: '2026-12-11' };
  yield ['handedOver', () => told(orderNews.handedOver, { ...about, version: 2 })];
  const correction = { version: 3, corrects: 1, mailKey: 2 };
  yield ['deliveryCorrected', () => told(orderNews.corrected, { ...about, ...correction })];
  yield ['datesMoved', () => told(orderNews.datesMoved, { ...about, dates })];
  yield ['orderReopened', () => told(orderNews.reopened, about)];
  yield ['requirementsSaved', () => told(orderNews.requirementsSaved, about)];
  for (const reason of ['The logo, please.', null])
    yield [
      `orderPaused for ${reason}`,
      () => told(orderNews.paused, { ...about, pause: of(PAUSE, { reason }) }),
    ];
  const resumes = {
    'by the owner': [{ by: 'owner' }, {}],
    'by the buyer': [{ by: 'buyer' }, { days: 1 }],
    'by itself': [{}, { days: 0 }],
    'at once': [{}, { days: 0, reason: null }],
    'at a new place': [{ hasNewPlace: true }, {}],
  };
  for (const [name, [more, pause]] of Object.entries(resumes))
    yield [
      `orderResumed ${name}`,
      () =>
        told(orderNews.resumed, {
          ...about,
          pause: of(PAUSE, pause),
          ...{ by: 'system' as const, hasNewPlace: false, ...(more as { by?: 'buyer' }) },
        }),
    ];
  for (const status of ['Accepted', 'In Progress'])
    yield [
      `orderLate ${status}`,
      () => told(orderNews.late, { order: changed({ status }), cancelFrom: LATER, at: AT }),
    ];
  yield [
    'revisionRequested',
    () =>
      told(orderNews.revisionRequested, {
        ...about,
        ...{ revision: of(REVISION), buyer, pointedAt: [] },
      }),
  ];
  for (const by of ['buyer', 'owner'] as const)
    yield [`pin written by the ${by}`, () => told(pinNews.written, { ...about, by })];
  for (const status of ['Approved', 'Rejected', 'Completed'] as const)
    yield [
      `revisionDecided ${status}`,
      () => told(orderNews.revisionDecided, { ...about, revision: of(REVISION), status }),
    ];
  const reasoned = { ...about, status: 'Rejected' as const, reason: 'It is as agreed.' };
  yield [
    'revisionDecided with a reason',
    () => told(orderNews.revisionDecided, { ...reasoned, revision: of(REVISION) }),
  ];

  const captures = {
    'first part': [{}, {}],
    'second part': [{ number: 2, title: 'Milestone 2' }, {}],
    'the rest': [{ number: 2 }, { paid: order.total }],
  };
  for (const [name, [instalment, row]] of Object.entries(captures))
    yield [
      `paymentCaptured ${name}`,
      () =>
        told(paymentNews.captured, {
          order: changed({ paid: 0, ...row }),
          instalment: of(INSTALMENT, instalment),
          ...{ of: 2, payment: of(PAYMENT), at: AT },
        }),
    ];
  const paid = { ...about, payment: PAYMENT as never, instalment: of(INSTALMENT) };
  yield [
    'paymentCapturedAfterRejection',
    () => told(paymentNews.capturedAfterRejection, { ...paid, of: 1 }),
  ];
  const surplus: Record<string, [row: object, instalment: object, payment: object]> = {
    twice: [{}, { payment_id: 'pay_0' }, {}],
    'after a cancellation': [{ cancelled_at: AT }, {}, {}],
    'with a fee': [{}, {}, { amount: 1_020_000 }],
    'in dollars': [{}, {}, { amount: 12_000, currency: 'USD' }],
  };
  for (const [name, [row, instalment, payment]] of Object.entries(surplus))
    yield [
      `paymentOverpaid ${name}`,
      () =>
        told(paymentNews.overpaid, {
          ...{ order: changed(row), at: AT },
          instalment: of(INSTALMENT, instalment),
          payment: { ...PAYMENT, ...payment } as never,
        }),
    ];
  yield ['paymentUnmatched', () => told(paymentNews.unmatched, { payment: PAYMENT as never })];
  yield ['paymentFailed', () => told(paymentNews.failed, paid)];
  yield ['keysRefused', () => told(paymentNews.keysRefused, { day: '2026-11-24' })];
  const refund = (more: object = {}) => ({
    refund: { ...REFUND, ...more } as never,
    currency: 'INR',
  });
  yield ['refundAccepted', () => told(paymentNews.refundAccepted, { order, ...refund() })];
  for (const currency of ['INR', 'USD'])
    yield [
      `compensationOwed in ${currency}`,
      () =>
        told(paymentNews.compensationOwed, {
          ...{ order: changed({ currency }), at: AT },
          compensation: of({ amount: 99_900, settled_at: null, reference: null }),
        }),
    ];
  yield [
    'compensationSettled',
    () =>
      told(paymentNews.compensationSettled, {
        ...about,
        compensation: of({ amount: 99_900, settled_at: AT, reference: 'UTR 7' }),
      }),
  ];
  const refused = { provider_id: null };
  const owed = { payment_id: paymentId };
  yield [
    'refundFailed with words',
    () => told(paymentNews.refundFailed, { order, ...refund(refused), words: 'Balance too low.' }),
  ];
  for (const [name, more] of Object.entries({ 'after it was sent': {}, 'at once': refused }))
    yield [
      `refundFailed ${name}`,
      () => told(paymentNews.refundFailed, { order, ...refund(more) }),
    ];
  yield ['unmatchedRefundFailed', () => told(paymentNews.refundFailed, refund())];
  for (const [name, more] of Object.entries({ 'after it was sent': {}, 'at once': refused }))
    yield [
      `refundFailed ${name}, owed to the buyer`,
      () => told(paymentNews.refundFailed, { order, ...refund({ ...more, ...owed }) }, rejectOrder),
    ];
  const dispute = (status: string, more: object = {}) => ({
    ...about,
    dispute: of(DISPUTE, { status, ...more }),
  });
  yield ['disputeOpened', () => told(disputeNews.toAnswer, dispute('open'))];
  yield [
    'disputeOpened of no order',
    () => told(disputeNews.toAnswer, { ...dispute('open'), order: undefined }),
  ];
  yield ['disputeOpened, answered', () => told(disputeNews.toAnswer, dispute('under_review'))];
  yield ['disputeUnderReview', () => told(disputeNews.underReview, dispute('under_review'))];
  for (const [status, deducted] of Object.entries({ won: 0, lost: 900_000, closed: 0 }))
    yield [
      `disputeDecided ${status}`,
      () => told(disputeNews.decided, dispute(status, { deducted, version: 3 })),
    ];
  yield [
    'disputeDeadlineNear',
    () => told(disputeNews.deadlineNear, { ...dispute('open'), days: 3 }),
  ];

  const instalment = (more: object = {}) => ({ ...about, instalment: of(INSTALMENT, more), of: 2 });
  yield ['instalmentWaived', () => told(paymentNews.waived, instalment({ waived_at: AT }))];
  yield ['instalmentMoved', () => told(paymentNews.moved, instalment())];
  for (const stage of ['soon', 'today', 'overdue'] as const)
    yield [
      `instalmentReminded ${stage}`,
      () => told(paymentNews.reminded, { ...instalment({ number: 2 }), stage }),
    ];

  const request = { proposed_by: 'buyer', amount: 0, extra_days: 0 };
  const change = (more: object) => ({ ...about, change: of(CHANGE, more) });
  const proposals = {
    'by the owner': {},
    'more time': { amount: 0 },
    'by the buyer': { proposed_by: 'buyer' },
    asked: request,
  };
  for (const [name, more] of Object.entries(proposals))
    yield [`changeProposed ${name}`, () => told(changeNews.proposed, change(more))];
  yield [
    'changeProposed of a revision',
    () => told(changeNews.proposed, { ...change({}), revision: of(REVISION) }),
  ];
  const decisions = {
    accepted: { status: 'Accepted' },
    'accepted without days': { status: 'Accepted', extra_days: 0 },
    declined: { status: 'Declined' },
    withdrawn: { status: 'Withdrawn' },
    included: { status: 'Accepted', ...request },
    'request declined': { status: 'Declined', ...request },
  };
  for (const [name, more] of Object.entries(decisions))
    yield [`changeDecided ${name}`, () => told(changeNews.decided, change(more))];

  const answer = (...parts: Part[]) => ({
    ...{ order, parts, at: AT, unclear: [] },
    request: of({ id: 'c1', item_id: 'p1', name: 'Asha Kulkarni' }),
  });
  yield ['caseStudyAnswered', () => told(caseStudyNews.answered, answer('text', 'pictures'))];
  yield ['caseStudyAnswered, nothing', () => told(caseStudyNews.answered, answer())];
  yield ['partsWithdrawn', () => told(caseStudyNews.withdrawn, answer('pictures', 'quotation'))];

  const quote = (more: object = {}, orderId: string | null = null) => ({
    quote: { ...QUOTE, ...more } as never,
    conversation: { id: conversationId, buyer_id: order.buyer_id, order_id: orderId },
    at: AT,
  });
  const ONE = { json: JSON.stringify({ ...TERMS, parts: [{ amount: TERMS.total }] }) };
  for (const parts of [{}, ONE]) {
    const split = parts === ONE ? ' in one part' : '';
    yield [`quoteSent${split}`, () => told(quoteNews.sent, quote(parts))];
    const ordered = quote({ order_id: order.id, ...parts }, order.id);
    yield [`quoteAccepted${split}`, () => told(quoteNews.accepted, ordered)];
    yield [`quoteExpiredUnpaid${split}`, () => told(quoteNews.expiredUnpaid, quote(parts))];
  }
  yield ['quoteSent about an order', () => told(quoteNews.sent, quote({}, order.id))];
  yield ['quoteWithdrawn', () => told(quoteNews.withdrawn, quote())];
  yield ['quoteDeclined', () => told(quoteNews.declined, quote())];

  const review = { user_id: order.buyer_id, order_id: order.id };
  const reply = `Thanks. ${'x'.repeat(150)}`;
  yield [
    'reviewWritten',
    () =>
      told(reviewNews.written, {
        order,
        review: of({ id: 'v1', half_stars: 9, comment: 'Fine.' }),
        ...{ buyer, gigTitle: 'Business website' },
      }),
  ];
  yield ['reviewReplied', () => told(reviewNews.replied, { review, reply })];
  yield [
    'reviewReplied of no order',
    () => told(reviewNews.replied, { review: { ...review, order_id: null }, reply }),
  ];
  yield ['reviewHidden', () => told(reviewNews.hidden, { review, reason: 'Advertising.' })];
}

test('what each event tells whom, in words and keys, is what people have read', async () => {
  let record = '';
  for (const [name, tell] of cases()) record += `## ${name}\n${await tell()}\n\n`;
  await expect(record).toMatchFileSnapshot('../fixtures/announcements.txt');
  const all = [
    orderNews,
    paymentNews,
    disputeNews,
    changeNews,
    caseStudyNews,
    quoteNews,
    reviewNews,
  ]
    .flatMap((module) => Object.entries<object>(module))
    .filter(([, news]) => 'line' in news || 'tell' in news);
  expect(all.filter(([, news]) => !recorded.has(news)).map(([name]) => name)).toEqual([]);
});
