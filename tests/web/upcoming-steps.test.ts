import { expect, test } from 'vitest';
import type { BuyerOrderDto } from '../../api/modules/order-pages/order-document.ts';
import { upcomingSteps } from '../../src/features/orders/upcoming-steps.ts';

const order = (given: Partial<BuyerOrderDto>, dueAmount = 0): BuyerOrderDto =>
  ({
    orderStatus: 'In Progress',
    deliveryDate: '2026-06-08T10:00:00.000Z',
    completesAt: null,
    paymentInfo: { dueAmount } as BuyerOrderDto['paymentInfo'],
    ...given,
  }) as BuyerOrderDto;
const namesOf = (...of: Parameters<typeof order>) =>
  upcomingSteps(order(...of)).map(({ name }) => name);

test('the steps that are ahead follow from the status', () => {
  expect(namesOf({ orderStatus: 'Awaiting payment' }, 500)).toEqual([
    ...['Paid', 'Accepted', 'Delivered', 'Yours'],
  ]);
  expect(namesOf({})).toEqual(['Accepted', 'Delivered', 'Yours']);
  const completesAt = '2026-06-15T10:00:00.000Z';
  expect(upcomingSteps(order({ orderStatus: 'Delivered', completesAt }))).toEqual([
    { name: 'Yours', by: completesAt },
  ]);
});

test('nothing is ahead of a lapsed or a closed order', () => {
  expect(namesOf({ orderStatus: 'Lapsed' })).toEqual([]);
  expect(namesOf({ orderStatus: 'Cancelled' })).toEqual([]);
});
