import { iso } from '../../platform/clock.ts';
import type { Subscriber } from '../../platform/events.ts';
import { roomNames } from '../../platform/realtime/realtime.ts';
import type { PinsSeen } from '../deliveries/events.ts';
import { pinsMessage } from '../deliveries/pin-news.ts';
import { otherSide } from '../orders/next-rules.ts';
import { findRecipient, markTold } from './queries.ts';

/** Who looks at the pins of an order has read what was told of them. */
export const markPinsRead: Subscriber<PinsSeen> = async (tx, services, { order, by }) => {
  const to = by === 'owner' ? 'owner' : order.buyer_id;
  const reader = await findRecipient(tx, to, 'revision');
  if (!reader) return;
  const message = pinsMessage(order, otherSide(by));
  const told = { userId: reader.id, type: 'revision' as const, message, orderId: order.id };
  const read = await markTold(tx, told, iso(services.clock()));
  if (read.length === 0) return;
  const ids = read.map(({ id }) => id);
  tx.onCommit(() =>
    services.realtime.emit(roomNames.user(reader.id), 'notificationsRead', { ids }),
  );
};
