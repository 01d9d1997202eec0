import type { DrawnOrder } from '../../../api/modules/order-pages/order-document.ts';
import type { OrderDto } from '../../../api/modules/orders/dto.ts';
import { orderNumber } from '../../../api/modules/orders/order-number-rules.ts';
import { isToBeDelivered, OPEN_STATUSES } from '../../../api/modules/orders/rules.ts';

/** Orders that match by id, order number or title. */
function matchesSearch(orders: DrawnOrder[], search: string): DrawnOrder[] {
  const query = search.trim().replace(/^#/, '').toLowerCase();
  if (!query) return orders;
  return orders.filter(
    (order) =>
      orderNumber(order._id).toLowerCase().includes(query) ||
      order._id === query ||
      order.OrderItems.some((item) => item.title.toLowerCase().includes(query)),
  );
}

const isOpen = ({ orderStatus }: OrderDto): boolean =>
  (OPEN_STATUSES as readonly string[]).includes(orderStatus);

/** The expected delivery date, for sorting; orders without one come last. */
const expected = (order: OrderDto): string =>
  isOpen(order) && isToBeDelivered(order) && order.deliveryDate ? order.deliveryDate : '~';

/** The groups of the list, in their order, by the names that they have on the page. */
export const GROUPS = ['Waiting for you', 'In work', 'Done'] as const;

export const groupOf = (order: DrawnOrder): (typeof GROUPS)[number] => {
  if (order.next.turn === 'buyer') return 'Waiting for you';
  return isOpen(order) ? 'In work' : 'Done';
};

const placeOf = (order: DrawnOrder) => GROUPS.indexOf(groupOf(order));

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

const SORTS = {
  turn: (a: DrawnOrder, b: DrawnOrder) =>
    placeOf(a) - placeOf(b) || compare(b.createdAt, a.createdAt),
  oldest: (a: OrderDto, b: OrderDto) => compare(a.createdAt, b.createdAt),
  delivery: (a: OrderDto, b: OrderDto) => compare(expected(a), expected(b)),
  total: (a: OrderDto, b: OrderDto) => b.paymentInfo.totalAmount - a.paymentInfo.totalAmount,
};

export type Sort = keyof typeof SORTS;

export const SORT_NAMES: Record<Sort, string> = {
  turn: 'Your turn first',
  oldest: 'Oldest first',
  delivery: 'Next delivery first',
  total: 'Highest total first',
};

interface Criteria {
  find: string;
  /** Empty for every status. */
  status: string;
  /** Empty for what waits for the buyer first, each newest first. */
  sort: Sort | '';
}

/** The orders that meet the criteria, sorted. */
export const filterAndSort = (
  orders: DrawnOrder[],
  { find, status, sort }: Criteria,
): DrawnOrder[] =>
  matchesSearch(orders, find)
    .filter(({ orderStatus }) => !status || orderStatus === status)
    .toSorted(SORTS[sort || 'turn']);
