import { createOwner } from '../../api/modules/accounts/create-owner.ts';
import { createGig } from '../../api/modules/catalog/gigs/save-gig.ts';
import { sendMessage } from '../../api/modules/chat/send-message.ts';
import { placeOrder } from '../../api/modules/orders/place-order.ts';
import { requestRevision } from '../../api/modules/orders/revisions/request-revision.ts';
import { deliver } from '../../api/modules/orders/transition-order.ts';
import { requestRefund } from '../../api/modules/payments/refunds.ts';
import { settlePayment } from '../../api/modules/payments/settle-payment.ts';
import { migrate } from '../../db/migrate.ts';
import { seed } from '../../db/seed.ts';
import { transaction } from '../../db/transaction.ts';
import { fillCart, openSalesHarness } from '../bench/sales-harness.ts';
import { type Race, racedOrder, userId } from './race-fixture.ts';

// One side of a race: runs the use case that the test names, and answers with what came of it.
const { services, close } = openSalesHarness(process.argv[2] ?? '', process.env);
const { store, clock } = services;
services.provider = {
  ...services.provider,
  refund: async ({ id, paymentId, amount }) => ({
    ...{ id: `rfnd_${id}`, payment_id: paymentId, amount, receipt: id },
    status: 'processed' as const,
  }),
  refundsOf: async () => [],
};

const userOf = (id: string) =>
  store.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

const capture = (order: ReturnType<typeof racedOrder>, id: string) =>
  settlePayment(services, {
    ...{ id, order_id: order.providerOrder, status: 'captured', amount: order.total },
    ...{
      currency: 'INR',
      method: 'card',
      amount_refunded: 0,
      fee: null,
      tax: null,
      captured: true,
    },
  });

const RACES: Record<Race, (round: number, side: number) => Promise<unknown>> = {
  'two payments of two orders': (round, side) =>
    capture(racedOrder(2 * round + side), `pay_${round}_${side}`),
  'the same payment twice': (round) => capture(racedOrder(round), `pay_${round}`),
  'two payments of one order': (round, side) => capture(racedOrder(round), `pay_${round}_${side}`),
  async 'one checkout twice'(round) {
    const cart = { ...(await fillCart(services)), checkoutId: `checkout ${round}` };
    const priced = { items: '[]', total: 10_000, deliveryDays: 3, revisions: 1 };
    const buyer = await userOf(userId(round));
    const { isNew } = await transaction(services, (tx) =>
      placeOrder(tx, clock, buyer, { cart, priced }),
    );
    return isNew;
  },
  async 'two refunds of one payment'(round, side) {
    const refund = await requestRefund(services, {
      refundId: `refund ${round} ${side}`,
      paymentId: `pay_${round}`,
      amount: 6_000,
      reason: 'x',
    });
    return refund.status;
  },
  async 'the last revision'(round) {
    const order = racedOrder(round);
    const buyer = await userOf(order.buyer);
    await requestRevision(services, buyer, { orderId: order.id, revisionDescription: 'Bluer.' });
    return 'requested';
  },
  async 'one delivery twice'(round) {
    await deliver(services, racedOrder(round).id, 'Done.');
    return 'delivered';
  },
  async 'messages of both people'(round, side) {
    const { id, buyer } = racedOrder(0);
    const { db } = store;
    const owner = await db.selectFrom('users').selectAll().where('role', '=', 'owner').execute();
    const sender = side === 0 ? await userOf(buyer) : owner[0];
    if (!sender) throw new Error('no owner');
    const text = `${round} from ${side}`;
    const sent = { orderId: id, messageText: text, clientId: undefined, attachments: [] };
    return (await sendMessage(services, sender, sent)).created;
  },
  async 'two new gigs'(round, side) {
    const gig = await createGig(services, {
      ...{ title: `Gig ${round} ${side}`, description: '', technologies: [] },
      ...{ PricingPlans: [], extraFeatures: [], FAQ: [], pictures: [] },
    });
    return gig.status;
  },
  'the first owner': async () =>
    typeof (await createOwner(store, services.config, clock)) === 'string',
  async 'migration and seed'() {
    await migrate(store);
    return seed(store, { demoPeople: true });
  },
};

process.on('message', ({ race, round, side }: { race: Race; round: number; side: number }) => {
  RACES[race](round, side).then(
    (result) => process.send?.({ result }),
    (error: Error & { status?: number }) =>
      process.send?.({ result: error.status ?? `${error.stack}` }),
  );
});
process.once('disconnect', () => void close());
process.send?.('ready');
