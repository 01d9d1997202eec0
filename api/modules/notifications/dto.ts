import type { Db } from '../../../db/database.ts';
import type { Notification, Order } from '../../../db/schema.ts';
import { orderTitle, toOrderDto } from '../orders/dto.ts';
import { nextTitle, type Side } from '../orders/next-rules.ts';
import { listOrdersById } from '../orders/queries.ts';
import { type NextOfOrder, nextOfOrders } from '../payments/next-of-orders.ts';
import type { PushType } from './rules.ts';

/** The body of a socket event; `type` is the push type, `notification` the row. */
export interface PushMessage {
  type: PushType;
  message: string;
  notification: NotificationDto;
}

const toNotificationDto = (row: Notification, next: NextDto | null, order?: Order) => ({
  _id: row.id,
  type: row.type,
  message: row.message,
  isRead: row.read_at !== null,
  createdAt: row.created_at,
  /** Higher than in all older notifications; an updated one gets a new number. */
  seq: row.seq,
  orderId: row.order_id,
  /** What was ordered. */
  about: order ? orderTitle(order) : null,
  /** The id of the question if there is no order yet. */
  conversationId: row.conversation_id,
  /** What the order waits for now, if for the reader. */
  next,
});

interface NextDto {
  step: NextOfOrder['step'];
  title: string;
  by: string | null;
}

export type NotificationDto = ReturnType<typeof toNotificationDto>;

/** Notifications, each with what its order waits for now. Three statements, however many they are. */
export async function readNotifications(db: Db, rows: Notification[]): Promise<NotificationDto[]> {
  const orders = await listOrdersById(db, [...new Set(rows.flatMap((row) => row.order_id ?? []))]);
  const nextOf = await nextOfOrders(db, orders);
  return rows.map((row) => {
    const order = orders.find(({ id }) => id === row.order_id);
    // A message waits for an answer, whatever its order waits for.
    const next = row.type === 'new_message' ? undefined : order && nextOf.get(order.id);
    return toNotificationDto(
      row,
      order && next ? toNextDto(order, next, row.user_id) : null,
      order,
    );
  });
}

function toNextDto(order: Order, next: NextOfOrder, readerId: string): NextDto | null {
  const side: Side = order.buyer_id === readerId ? 'buyer' : 'owner';
  if (next.turn !== side) return null;
  const { step, by, isQuoted, dueAmount, dueDeducted } = next;
  const described = {
    ...toOrderDto({ ...order, next_amount: dueAmount, next_deducted: dueDeducted }),
    isQuoted,
    next,
  };
  return { step, title: nextTitle(described, side), by };
}

const EVENTS: Partial<Record<PushType, string>> = {
  update_order_status: 'updateOrderStatusNotification',
  update_revision_status: 'updateRevisionStatusNotification',
  new_message: 'newMessageUser',
};

/** Makes a row's socket event. Three types have their own event; all others share one. */
export function toPushMessage(
  row: Notification,
  notification = toNotificationDto(row, null),
): { event: string; body: PushMessage } {
  const type = row.live ?? row.type;
  return {
    event: EVENTS[type] ?? 'newNotification',
    body: { type, message: row.message, notification },
  };
}
