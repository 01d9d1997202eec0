import { expect, test } from 'vitest';
import type { DrawnOrder } from '../../api/modules/order-pages/order-document.ts';
import { filterAndSort, type Sort } from '../../src/features/orders/order-list.ts';

function order(id: string, total: number, more: Partial<DrawnOrder> = {}): DrawnOrder {
  return {
    _id: id,
    createdAt: `2026-06-0${total}T10:00:00.000Z`,
    orderStatus: 'Accepted',
    deliveryDate: null,
    OrderItems: [],
    paymentInfo: { totalAmount: total },
    next: { turn: 'owner' },
    ...more,
  } as unknown as DrawnOrder;
}

const found = (orders: DrawnOrder[], sort: Sort, status = '') =>
  filterAndSort(orders, { find: '', status, sort }).map(({ _id }) => _id);

test('what waits for the buyer comes first, what is done last; or orders are sorted by age or total', () => {
  const all = [order('b', 2), order('c', 3), order('a', 1)];
  expect(found(all, 'turn')).toEqual(['c', 'b', 'a']);
  const next = { turn: 'buyer' } as DrawnOrder['next'];
  const more = [order('done', 9, { orderStatus: 'Completed' }), ...all, order('mine', 0, { next })];
  expect(found(more, 'turn')).toEqual(['mine', 'c', 'b', 'a', 'done']);
  expect(found(all, 'oldest')).toEqual(['a', 'b', 'c']);
  expect(found(all, 'total')).toEqual(['c', 'b', 'a']);
});

test('the next delivery comes first, and what is delivered or closed comes last', () => {
  const all = [
    order('closed', 1, { orderStatus: 'Completed', deliveryDate: '2026-06-01' }),
    order('later', 2, { deliveryDate: '2026-06-09' }),
    order('undated', 3),
    order('soon', 4, { deliveryDate: '2026-06-05' }),
  ];
  expect(found(all, 'delivery')).toEqual(['soon', 'later', 'closed', 'undated']);
});

test('a status shows only its orders', () => {
  const all = [order('a', 1), order('b', 2, { orderStatus: 'Completed' })];
  expect(found(all, 'turn', 'Completed')).toEqual(['b']);
});
