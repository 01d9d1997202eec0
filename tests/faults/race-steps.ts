import { createOwner } from '../../api/modules/accounts/owner.ts';
import { consumeTotpStep } from '../../api/modules/accounts/second-factor/queries.ts';
import { spendRecoveryCode } from '../../api/modules/accounts/second-factor/recovery-codes.ts';
import { signUp } from '../../api/modules/accounts/sign-up.ts';
import { createItem } from '../../api/modules/catalog/content/save-item.ts';
import { BLANK_GIG } from '../../api/modules/catalog/gigs/form-rules.ts';
import { gigKind } from '../../api/modules/catalog/gigs/kind.ts';
import { askQuestion } from '../../api/modules/chat/questions.ts';
import { sendMessage } from '../../api/modules/chat/send-message.ts';
import { act } from '../../api/modules/deliveries/delayed-acts.ts';
import { getOrder } from '../../api/modules/orders/queries.ts';
import { cancelOrder } from '../../api/modules/payments/cancel-order.ts';
import { waiveInstalment } from '../../api/modules/payments/change-instalment.ts';
import { applyDisputeState } from '../../api/modules/payments/disputes/apply-dispute-state.ts';
import { requestRefund } from '../../api/modules/payments/refunds.ts';
import { settlePayment } from '../../api/modules/payments/settle-payment.ts';
import { acceptQuote } from '../../api/modules/quotes/accept-quote.ts';
import { expireQuotes } from '../../api/modules/quotes/expire-quotes.ts';
import { sendQuote, withdrawQuote } from '../../api/modules/quotes/send-quote.ts';
import { seed } from '../../api/modules/site/starter-shop.ts';
import { appendLine } from '../../api/platform/audit/audit-log.ts';
import { createRateLimiter } from '../../api/platform/rate-limiting/rate-limiter.ts';
import type { Services } from '../../api/platform/services.ts';
import { migrate } from '../../db/migrate.ts';
import { transaction } from '../../db/transaction.ts';
import { changeRaces } from './change-race-steps.ts';
import { racedDraft, racedOrder, racedQuote, userId } from './race-fixture.ts';

type Side = (round: number, side: number) => Promise<unknown>;

export type Race = keyof ReturnType<typeof racesOf>;

/** What one side does in each race. */
export function racesOf(services: Services) {
  const { store, clock } = services;
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
        created_at: clock().getTime() / 1000,
      },
    });

  function captureSecond(round: number) {
    const order = racedOrder(round);
    const providerOrder = `second of ${order.providerOrder}`;
    return capture({ ...order, providerOrder }, `second_${round}`);
  }

  async function accept(round: number): Promise<string> {
    const buyer = await userOf(userId(round));
    const names = { firstName: 'Asha', lastName: 'Kulkarni', email: 'asha@buyers.example' };
    const place = { address: '1 Road', city: 'Pune', state: '', country: 'India', phoneNo: '' };
    const addressInfo = { ...names, ...place };
    await acceptQuote(services, buyer, racedQuote(round).id, { addressInfo });
    return 'accepted';
  }

  const deliver = (orderId: string) =>
    act(services, { orderId, isUndoable: false, name: 'deliver', body: { message: 'Done.' } });

  return {
    ...changeRaces(services),
    'two payments of two orders': (round, side) =>
      capture(racedOrder(2 * round + side), `pay_${round}_${side}`),
    'two payments of one order': (round, side) =>
      capture(racedOrder(round), `pay_${round}_${side}`),
    async 'accept and withdraw'(round, side) {
      if (side === 0) return accept(round);
      await withdrawQuote(services, racedQuote(round).id);
      return 'withdrawn';
    },
    'accept twice': (round) => accept(round),
    async 'accept and replace'(round, side) {
      if (side === 0) return accept(round);
      await sendQuote(services, racedDraft(round, side));
      return 'sent';
    },
    async 'two versions'(round, side) {
      await sendQuote(services, racedDraft(round, side));
      return 'sent';
    },
    async 'accept and expire'(round, side) {
      if (side === 0) return accept(round);
      await expireQuotes(services);
      return 'looked';
    },
    async 'pay and lapse'(round, side) {
      if (side === 0)
        return capture(
          { ...racedOrder(round), ...racedQuote(round), total: 6_000 },
          `pay_${round}`,
        );
      await expireQuotes(services);
      return 'looked';
    },
    async 'the last place'(round, side) {
      const order = racedOrder(2 * round + side);
      const promised = await getOrder(store.db, order.id);
      await capture(order, `pay_${round}_${side}`);
      const { starts_on, free_until } = await getOrder(store.db, order.id);
      const isKept = promised.starts_on === starts_on;
      return isKept === (free_until === null) && (isKept ? 'kept' : 'moved');
    },
    async 'three questions'(round, side) {
      const questionId = `question ${round} ${side} ${crypto.randomUUID()}`;
      const question = { questionId, gigId: null, messageText: 'How long?' };
      await askQuestion(services, await userOf(userId(Math.floor(round / 2))), question);
      return 'asked';
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
    async 'cancelled and delivered'(round, side) {
      const { id, buyer } = racedOrder(round);
      if (side === 0) await deliver(id);
      else
        await cancelOrder(services, {
          who: { side: 'buyer', buyerId: buyer },
          orderId: id,
          expected: 5_000,
        });
      return side === 0 ? 'delivered' : 'cancelled';
    },
    async 'cancelled and paid'(round, side) {
      const { id, buyer } = racedOrder(round);
      if (side === 0) return captureSecond(round);
      await cancelOrder(services, {
        who: { side: 'buyer', buyerId: buyer },
        orderId: id,
        expected: 5_000,
      });
      return 'cancelled';
    },
    async 'cancelled twice'(round) {
      const { id, buyer } = racedOrder(round);
      await cancelOrder(services, {
        who: { side: 'buyer', buyerId: buyer },
        orderId: id,
        expected: 5_000,
      });
      return 'cancelled';
    },
    async 'waived and paid'(round, side) {
      if (side === 0) return captureSecond(round);
      await waiveInstalment(services, `second of ${racedOrder(round).id}`);
      return 'waived';
    },
    async 'refunded and disputed'(round, side) {
      if (side === 0) return applyDisputeState(services, `disp_${round}`);
      const refund = { refundId: `refund ${round}`, paymentId: `pay_${round}`, amount: 6_000 };
      return (await requestRefund(services, { ...refund, reason: 'x' })).status;
    },
    async 'one delivery twice'(round) {
      await deliver(racedOrder(round).id);
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
      const title = `Gig ${round} ${side}`;
      const gig = await createItem(services, gigKind, { ...BLANK_GIG, title });
      return gig.status;
    },
    'the first owner': async () => typeof (await createOwner(store, services)) === 'string',
    async 'one address twice'(round, side) {
      const email = `${round}@twice.example`;
      await signUp(services, { name: `Asha ${side}`, email, password: 'Harvest-Lantern-17' });
      return 'made';
    },
    'one app code twice': (round) =>
      transaction(services, (tx) => consumeTotpStep(tx, userId(0), round + 1)),
    'one recovery code twice': async (round) =>
      (await transaction(services, (tx) => spendRecoveryCode(tx, userId(round), 'code'))) !== null,
    async 'the last use of a limit'(round, side) {
      const limit = { name: 'race', most: 1, per: 60_000, text: 'Too often.' };
      // The clocks of two machines differ a little.
      const limits = createRateLimiter(store, () => new Date(Date.now() + 3_000 * side));
      await limits.take(limit, `${round}`);
      return 'used';
    },
    async 'two audit lines'(round, side) {
      await transaction(services, (tx) =>
        appendLine(tx, {
          ...{ at: clock().toISOString(), actor_id: `${side}`, role: 'owner', action: 'test' },
          ...{ subject: `${round}`, status: 200, changes: {}, address: '', device: '' },
          request_id: '',
        }),
      );
      return 'written';
    },
    async 'migration and seed'() {
      await migrate(store);
      return seed(services);
    },
  } satisfies Record<string, Side>;
}
