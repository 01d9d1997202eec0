import { expect } from 'vitest';
import fc from '../support/fast-check.ts';
import { WEBSITE } from '../support/people.ts';
import {
  acceptQuote,
  askQuestion,
  declineQuote,
  sendQuote,
  withdrawQuote,
} from '../support/quotes.ts';
import { addressOf } from './checkout-steps.ts';
import {
  isClosed,
  livesAbroad,
  type Model,
  newInstalment,
  newOrder,
  nextInstalment,
  type QuoteModel,
} from './model.ts';
import { buyerAt, hasAccount, hearOfAttempts, step } from './step.ts';

const nth = fc.nat({ max: 30 });
const DAYS_TO_ACCEPT = 14;
const DAYS_TO_PAY = 7;
const AMOUNTS = [20_001, 30_000, 40_050];
const TRIGGERS = ['accepting', 'delivery', 'completion'] as const;

const sendingQuote = fc
  .record({
    who: fc.nat({ max: 2 }),
    count: fc.integer({ min: 1, max: 3 }),
    opensWhenPaid: fc.boolean(),
  })
  .map(({ who, count, opensWhenPaid }) =>
    step({
      scenario: ({ buyers }) =>
        `${buyers[who]?.name} asks a question, and the owner sends a quote with ${count} instalments`,
      possible: (model) => hasAccount(model, who),
      async run(model, { owner }) {
        const buyer = buyerAt(model, who);
        const amounts = AMOUNTS.slice(0, count);
        const currency = livesAbroad(buyer) && model.sellsDollars ? 'USD' : 'INR';
        const conversation = await askQuestion(buyer.person, WEBSITE);
        const id = await sendQuote(owner, conversation, {
          currency,
          opensWhenPaid,
          price: amounts.reduce((sum, each) => sum + each, 0) / 100,
          parts: amounts.map((paise, at) => ({
            title: '',
            amount: paise / 100,
            due: TRIGGERS[at],
          })),
        });
        const terms = { currency, amounts, opensWhenPaid } as const;
        const sent = { id, conversation, buyer, ...terms, on: model.day } as const;
        model.quotes.push({ ...sent, status: 'Sent', order: null });
      },
    }),
  );

const hasQuotes = ({ quotes }: Model): boolean => quotes.length > 0;

function pickQuote({ quotes }: Model, at: number): QuoteModel {
  const found = quotes[at % quotes.length];
  if (!found) throw new Error('there is no quote');
  return found;
}

const acceptingQuote = nth.map((at) =>
  step({
    scenario: () => 'a buyer accepts a quote twice at once',
    possible: (model) => hasQuotes(model) && !pickQuote(model, at).buyer.isGone,
    async run(model, { app }) {
      const sent = pickQuote(model, at);
      await hearOfAttempts(model, app, sent.buyer);
      const press = () => acceptQuote(sent.buyer.person, sent.id, addressOf(sent.buyer));
      const [one, other] = await Promise.all([press(), press()]);
      const next = sent.order ? nextInstalment(sent.order) : undefined;
      const isPayable =
        sent.status === 'Sent' ||
        (sent.order !== null && sent.status === 'Accepted' && next && !isClosed(model, sent.order));
      const expected = isPayable ? 201 : 409;
      expect([one.status, other.status], JSON.stringify(one.body)).toEqual([expected, expected]);
      if (!isPayable) return;
      expect(one.body).toEqual(other.body);
      if (!sent.order) {
        sent.order = newOrder(model, {
          ...{ id: one.body.order, buyer: sent.buyer, gigId: WEBSITE, offer: '', cart: null },
          ...{ currency: sent.currency, opensWhenPaid: sent.opensWhenPaid },
          instalments: sent.amounts.map((amount, at) => newInstalment(amount, TRIGGERS[at])),
          maxRevisions: 2,
        });
        Object.assign(sent, { status: 'Accepted', on: model.day });
      }
      const open = nextInstalment(sent.order);
      expect(one.body).toMatchObject({ amount: open?.amount, currency: sent.currency });
      if (open) open.checkout = one.body.orderId;
    },
  }),
);

const ending = fc.record({ at: nth, byOwner: fc.boolean() }).map(({ at, byOwner }) =>
  step({
    scenario: () => (byOwner ? 'the owner withdraws a quote' : 'a buyer declines a quote'),
    possible: (model) => hasQuotes(model) && (byOwner || !pickQuote(model, at).buyer.isGone),
    async run(model, { owner }) {
      const sent = pickQuote(model, at);
      const { status } = byOwner
        ? await withdrawQuote(owner, sent.id)
        : await declineQuote(sent.buyer.person, sent.id);
      expect(status).toBe(sent.status === 'Sent' ? 200 : 409);
      if (sent.status === 'Sent') sent.status = byOwner ? 'Withdrawn' : 'Declined';
    },
  }),
);

/** Quotes that were not accepted in time expire; so do those of which nothing was paid in time. */
export function expire(model: Model): void {
  for (const sent of model.quotes) {
    const days = model.day - sent.on;
    if (sent.status === 'Sent' && days >= DAYS_TO_ACCEPT) sent.status = 'Expired';
    const isUnpaid = sent.order?.instalments[0]?.paidBy === null;
    if (sent.status !== 'Accepted' || !isUnpaid || days < DAYS_TO_PAY) continue;
    sent.status = 'Expired';
    if (sent.order) sent.order.lapsed = true;
  }
}

export const quoteSteps = [sendingQuote, acceptingQuote, acceptingQuote, ending];
