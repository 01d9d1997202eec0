import { WINMAIL } from '../../api/modules/mail-replies/texts.ts';
import { DAY, later } from '../../api/platform/clock.ts';
import { dayIn } from '../../api/platform/dates.ts';
import { buyerAsks } from '../support/changes.ts';
import { buyAndDispute } from '../support/disputes.ts';
import type { Person } from '../support/http-client.ts';
import { idOf, insertBuyer, ownerOf, paidOrder, STORE, STORE_PAGE } from '../support/people.ts';
import {
  acceptQuote,
  askQuestion,
  newQuoteId,
  saveQuoteDraft,
  sendQuote,
} from '../support/quotes.ts';
import type { TestApp } from '../support/test-app.ts';
import { insertUnproved } from '../support/unproved-answers.ts';
import { uploadFile } from '../support/uploads.ts';

export interface SignedInData {
  asha: Person;
  /** The id of Asha, for her page in the dashboard. */
  client: string;
  /** A person who has not verified her address. */
  dana: Person;
  owner: Person;
  /** Paid, not accepted yet. */
  newOrder: string;
  /** Half paid, delivered, with requirements, a file, a revision request and messages. */
  delivered: string;
  /** Accepted; its buyer has proposed a change. */
  accepted: string;
  /** An order from a quote in three instalments, of which the first is paid. */
  inInstalments: string;
  disputed: string;
  /** Conversations before an order: with a quote, and without. */
  quoted: string;
  question: string;
}

/** A word that does not fit a line. */
const LONG = 'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwaren';

/** One buyer and the owner, with content on every screen. */
export async function fillEveryScreen(app: TestApp): Promise<SignedInData> {
  const [{ person: asha }, { person: dana }, owner] = await Promise.all([
    insertBuyer(app, { name: 'Asha Kulkarni' }),
    insertBuyer(app, { verified: false }),
    ownerOf(app),
  ]);
  const delivered = await deliveredOrder(app, asha, owner);
  const { orderId: disputed } = await buyAndDispute(app, asha);
  const accepted = await paidOrder(app, asha);
  await owner.post(`/api/v1/desk/orders/${accepted}/accept`, {});
  await buyerAsks(asha, accepted);
  const inInstalments = await orderInInstalments(app, asha, owner);
  const newOrder = await paidOrder(app, asha);
  const quoted = await askQuestion(asha, STORE);
  await sendQuote(owner, quoted);
  const question = await askQuestion(asha);
  await saveQuoteDraft(owner, question, {}, newQuoteId());
  await visitTheShop(app);
  return {
    client: await idOf(asha),
    asha,
    dana,
    owner,
    newOrder,
    delivered,
    accepted,
    inInstalments,
    disputed,
    quoted,
    question,
  };
}

async function deliveredOrder(app: TestApp, asha: Person, owner: Person): Promise<string> {
  const id = await paidOrder(app, asha, { paymentType: 'Milestone' });
  const path = `/api/v1/desk/orders/${id}`;
  const requirements = {
    text: 'A calm site for a bakery.',
    links: [`https://example.com/${LONG}`],
  };
  await asha.write('PUT', `/api/v1/gig/order/${id}/requirements`, requirements, {});
  await owner.post(`${path}/accept`, {});
  await uploadFile(owner, id, `${LONG}.zip`, 'the work');
  await owner.post(`${path}/deliver`, {
    message: 'Here is the first version. Please look at it on a phone, too.',
  });
  const revisionDescription = `Larger letters on the page of the prices, please: ${LONG}`;
  await asha.post('/api/v1/gig/order/revision-request', { orderId: id, revisionDescription });
  for (const [who, messageText] of [
    [asha, 'Good morning! Is the second page in Marathi, too?'],
    [
      owner,
      'It will be. The texts are in https://example.com/texts, please have a look until Friday.',
    ],
    [asha, `Thank you, that reads well. ${LONG}`],
  ] as const) {
    await who.post('/api/v1/communicate/send-message', { orderId: id, messageText });
  }
  const { conversationId } = await app.server.services.store.db
    .selectFrom('messages')
    .innerJoin('conversations as c', 'c.id', 'conversation_id')
    .select('conversation_id as conversationId')
    .where('c.order_id', '=', id)
    .executeTakeFirstOrThrow();
  // The last message came by mail, and another mail of which nobody knows who wrote it.
  const byMail = JSON.stringify({ notes: [WINMAIL], quoted: 'How does it look?' });
  await app.write((tx) =>
    tx
      .updateTable('messages')
      .set({ by_mail: byMail })
      .where('conversation_id', '=', conversationId)
      .where('text', 'like', 'Thank you, that reads well.%')
      .execute(),
  );
  await insertUnproved(app, conversationId, { sender: `${LONG}@elsewhere.example` });
  return id;
}

async function orderInInstalments(app: TestApp, asha: Person, owner: Person): Promise<string> {
  const id = await sendQuote(owner, await askQuestion(asha));
  const { body } = await acceptQuote(asha, id);
  const result = app.sandbox.pay(body.orderId, { method: 'card', outcome: 'captured' });
  const paid = await asha.post('/api/v1/gig/order/verify', result);
  await owner.post(`/api/v1/desk/orders/${paid.body.order._id}/accept`, {});
  return paid.body.order._id;
}

/** Visits of two months, with a long name. */
async function visitTheShop(app: TestApp): Promise<void> {
  const { clock, config } = app.server.services;
  const days = Array.from({ length: 60 }, (_, at) =>
    dayIn(later(clock(), -at * DAY), config.timeZone),
  );
  const rows = days.flatMap((day, at) => [
    { day, kind: 'page' as const, name: '/', count: 40 + ((at * 37) % 50) },
    { day, kind: 'page' as const, name: STORE_PAGE, count: 12 + ((at * 17) % 20) },
    { day, kind: 'source' as const, name: `${'long-name.'.repeat(8)}example`, count: 7 },
    { day, kind: 'order' as const, name: STORE_PAGE, count: 1 },
  ]);
  await app.write((tx) => tx.insertInto('visits').values(rows).execute());
}
