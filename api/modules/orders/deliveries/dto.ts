import type { Db } from '../../../../db/database.ts';
import { listDeliveries, listFiles } from './queries.ts';

/** The deliveries of an order, oldest first, and the files for the next one. */
export async function toDeliveryDtos(db: Db, orderId: string) {
  const [rows, files] = await Promise.all([listDeliveries(db, orderId), listFiles(db, orderId)]);
  const filesOf = (deliveryId: string | null) =>
    files
      .filter((file) => file.delivery_id === deliveryId)
      .map(({ id, name, size }) => ({ _id: id, name, size }));
  return {
    deliveries: rows.map((row) => ({
      _id: row.id,
      number: row.number,
      message: row.message,
      createdAt: row.created_at,
      files: filesOf(row.id),
    })),
    waiting: filesOf(null),
  };
}

export type DeliveryDto = Awaited<ReturnType<typeof toDeliveryDtos>>['deliveries'][number];
