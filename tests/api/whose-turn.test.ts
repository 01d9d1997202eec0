import type { Email } from 'postal-mime';
import { expect, test } from 'vitest';
import { nextTitle, type Side } from '../../api/modules/orders/next-rules.ts';
import { MINUTE } from '../../api/platform/clock.ts';
import { buyerAsks, ownerProposes } from '../support/changes.ts';
import { adminOrder, buyAndDispute } from '../support/disputes.ts';
import { completeOrder } from '../support/documents.ts';
import type { Person } from '../support/http-client.ts';
import { asha, owner, sharePaymentApp } from '../support/payment-app.ts';
import { buy, orderOf } from '../support/payments.ts';
import { ASHA, idOf } from '../support/people.ts';
import { app } from '../support/shared-app.ts';

sharePaymentApp();

const step = (orderId: string, name: string, body = {}) =>
  owner.post(`/api/v1/desk/orders/${orderId}/${name}`, body);
const saveRequirements = (orderId: string) =>
  asha.write('PUT', `/api/v1/gig/order/${orderId}/requirements`, { text: 'Blue.', links: [] }, {});
const requestRevision = (orderId: string) =>
  asha.post('/api/v1/gig/order/revision-request', { orderId, revisionDescription: 'Bigger.' });
const deliver = async (orderId: string) => {
  await step(orderId, 'accept');
  return step(orderId, 'deliver', { message: 'Here it is.' });
};

interface Situation {
  order?: () => Promise<{ orderId: string }>;
  happens?: (orderId: string) => Promise<unknown>;
  turn: Side | null;
  step: string | null;
  /** What Today offers the owner although it is the buyer's turn. */
  ownerMay?: string;
}

const paid = () => buy(app, asha);
const inMilestones = () => buy(app, asha, { paymentType: 'Milestone' });

const SITUATIONS: Record<string, Situation> = {
  'a paid order': { turn: 'buyer', step: 'sendRequirements', ownerMay: 'Accept the order' },
  'requirements that are sent': { happens: saveRequirements, turn: 'owner', step: 'start' },
  'an accepted order': { happens: (id) => step(id, 'accept'), turn: 'owner', step: 'deliver' },
  'a delivery': { happens: deliver, turn: 'buyer', step: 'acceptDelivery' },
  'a revision request': {
    happens: async (id) => [await deliver(id), await requestRevision(id)],
    ...{ turn: 'owner', step: 'answerRevision' },
  },
  'a proposal of the owner': {
    happens: async (id) => [await step(id, 'accept'), await ownerProposes(owner, id)],
    ...{ turn: 'buyer', step: 'answerProposal' },
  },
  'a request of the buyer': {
    happens: (id) => buyerAsks(asha, id),
    ...{ turn: 'owner', step: 'answerProposal' },
  },
  'a completed order with a part to pay': {
    order: inMilestones,
    happens: (id) => completeOrder(owner, asha, id),
    ...{ turn: 'buyer', step: 'payRest' },
  },
  'a completed order': {
    happens: (id) => completeOrder(owner, asha, id),
    ...{ turn: null, step: null },
  },
  'a dispute': { order: () => buyAndDispute(app, asha), turn: 'owner', step: 'answerBank' },
};

test.each(Object.entries(SITUATIONS))(
  'list, page, mail and notification say the same turn: %s',
  async (_, situation) => {
    const { order = paid, happens, turn, step: waitsFor, ownerMay } = situation;
    const { orderId } = await order();
    // Mails about messages wait for two minutes, or longer after another: they must say the turn of the moment in which they are sent.
    await write(owner, orderId, 'From the owner');
    await write(asha, orderId, 'From the buyer');
    await happens?.(orderId);

    const page = await orderOf(asha, orderId);
    expect(page.next).toMatchObject({ turn, step: waitsFor });
    expect((await adminOrder(owner, orderId)).next).toMatchObject({ turn, step: waitsFor });
    const { orders } = (await asha.get('/api/v1/gig/order/user-orders')).body;
    const listed = orders.find((each: { _id: string }) => each._id === orderId);
    expect(listed.next).toEqual(page.next);

    for (const side of ['buyer', 'owner'] as const) {
      const title = nextTitle(page, side);
      const [person, name] = side === 'buyer' ? [asha, 'Vihaan'] : [owner, 'Asha'];
      const notification = await latestNotification(person, orderId);
      expect(notification.next, side).toEqual(
        turn === side ? { step: waitsFor, title, by: page.next.by } : null,
      );
      // A mail that was queued before says it, too.
      const { text = '' } = await mailAfterAbsence(side, orderId);
      const isSilent = turn === null || (side === 'buyer' && waitsFor === 'answerBank');
      if (isSilent) expect(text).not.toContain('turn:');
      else if (side === 'owner' && ownerMay) expect(text).toContain(`Your turn: ${ownerMay}.`);
      else expect(text).toContain(`${turn === side ? 'Your' : `${name}’s`} turn: ${title}.`);
      expect(text).toContain(
        `${app.origin}${side === 'buyer' ? `/orders/${orderId}?chat=open` : `/desk/inbox?chat=${orderId}`}`,
      );
    }
  },
);

const write = (person: Person, orderId: string, messageText: string) =>
  person.post('/api/v1/communicate/send-message', { orderId, messageText });

async function latestNotification(person: Person, orderId: string) {
  const path = `/api/v1/notify/client/client-notifications/${await idOf(person)}?limit=50`;
  const { notifications } = (await person.get(path)).body;
  return notifications.find(
    (each: { type: string; orderId: string }) =>
      each.orderId === orderId && each.type !== 'new_message',
  );
}

/** The mail that this side gets about the message that it has not read. */
async function mailAfterAbsence(side: Side, orderId: string): Promise<Email> {
  const address = side === 'buyer' ? ASHA.email : app.server.config.ownerEmail;
  const number = `#${orderId.slice(-6).toUpperCase()}`;
  app.advance(16 * MINUTE);
  app.server.services.outbox.flush();
  return app.mail.email(address, /^New messages: /, number);
}
