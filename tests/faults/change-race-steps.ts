import { cancelOrder } from '../../api/modules/payments/cancel-order.ts';
import { decideChange } from '../../api/modules/payments/order-changes/decide-change.ts';
import { proposeChange } from '../../api/modules/payments/order-changes/propose-change.ts';
import { requestRefund } from '../../api/modules/payments/refunds.ts';
import type { Services } from '../../api/platform/services.ts';
import { racedChange, racedOrder } from './race-fixture.ts';

/** The actions of one side in the races of changes. */
export function changeRaces(services: Services) {
  const OWNER = { side: 'owner' } as const;
  async function accept(round: number, side = 0): Promise<string> {
    const who = { side: 'buyer', buyerId: racedOrder(round).buyer } as const;
    await decideChange(services, who, { id: racedChange(round, side), to: 'Accepted' });
    return 'accepted';
  }
  async function quote(round: number): Promise<string> {
    const change = { changeId: racedChange(round), orderId: racedOrder(round).id };
    await proposeChange(services, OWNER, { ...change, description: 'x', amount: 50, extraDays: 2 });
    return 'quoted';
  }
  return {
    'change accepted twice': (round: number) => accept(round),
    'two changes accepted': accept,
    async 'change accepted and withdrawn'(round: number, side: number) {
      if (side === 0) return accept(round);
      await decideChange(services, OWNER, { id: racedChange(round), to: 'Withdrawn' });
      return 'withdrawn';
    },
    async 'change accepted, order cancelled'(round: number, side: number) {
      if (side === 0) return accept(round);
      const { id, buyer } = racedOrder(round);
      await cancelOrder(services, {
        who: { side: 'buyer', buyerId: buyer },
        orderId: id,
        expected: 5_000,
      });
      return 'cancelled';
    },
    async 'change accepted, order refunded'(round: number, side: number) {
      if (side === 0) return accept(round);
      const refund = { refundId: `refund ${round}`, paymentId: `pay_${round}`, amount: 10_000 };
      return (await requestRefund(services, { ...refund, reason: 'x' })).status;
    },
    async 'request included and quoted'(round: number, side: number) {
      if (side === 0) {
        await decideChange(services, OWNER, { id: racedChange(round), to: 'Accepted' });
        return 'included';
      }
      return quote(round);
    },
    async 'request withdrawn and quoted'(round: number, side: number) {
      if (side === 1) return quote(round);
      const who = { side: 'buyer', buyerId: racedOrder(round).buyer } as const;
      await decideChange(services, who, { id: racedChange(round), to: 'Withdrawn' });
      return 'withdrawn';
    },
    async 'one revision, two changes'(round: number, side: number) {
      const change = { changeId: `new ${side} of ${round}`, orderId: racedOrder(round).id };
      const input = { ...change, description: 'Bluer', amount: 50, extraDays: 0 };
      await proposeChange(services, OWNER, { ...input, revisionId: `revision ${round}` });
      return 'proposed';
    },
  };
}
