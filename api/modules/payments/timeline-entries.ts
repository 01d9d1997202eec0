import type { Order, OrderEvent } from '../../../db/schema.ts';
import type { LineData, News } from '../orders/news.ts';
import * as orderNews from '../orders/order-news.ts';
import * as disputeNews from './disputes/dispute-news.ts';
import * as changeNews from './order-changes/change-news.ts';
import * as paymentNews from './payment-news.ts';

const SAYS: News<never>['says'] = Object.assign(
  {},
  ...[orderNews, paymentNews, changeNews, disputeNews].flatMap((news) =>
    Object.values<Pick<News<never>, 'says'> | object>(news).map(
      (each) => 'says' in each && each.says,
    ),
  ),
);

/** The text of an entry of the timeline of this order. Unknown kinds show their name. */
export const describeEvent = (
  { currency }: Pick<Order, 'currency'>,
  { kind, data }: Pick<OrderEvent, 'kind' | 'data'>,
): string =>
  SAYS?.[kind]?.({ currency, ...(JSON.parse(data) as LineData) }) ??
  kind.charAt(0).toUpperCase() + kind.slice(1);

export const isForBuyer = ({ kind }: { kind: string }): boolean =>
  !disputeNews.OWNER_LINES.includes(kind);

export const toTimelineEntryDto = (order: Pick<Order, 'currency'>) => (event: OrderEvent) => ({
  _id: event.id,
  kind: event.kind,
  text: describeEvent(order, event),
  at: event.at,
});

export type TimelineEntryDto = ReturnType<ReturnType<typeof toTimelineEntryDto>>;
