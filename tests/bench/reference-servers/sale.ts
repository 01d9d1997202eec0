import type Database from 'better-sqlite3';
import { newId } from '../../../api/platform/ids.ts';
import type { Order } from '../../../db/schema.ts';
import { providerId } from '../provider-id.ts';

export interface Sale {
  items: string;
  address: string;
  total: number;
}

const MAIL_BYTES = 3_600;

/** An order with its instalment, payment, webhook event and e-mail: five inserts, one commit. */
export function insertSale(db: Database.Database) {
  const buyer = db.prepare<[], Order>('SELECT * FROM orders LIMIT 1').get();
  if (!buyer) throw new Error('the database holds no order to take after');
  const order = db.prepare(
    `INSERT INTO orders (id, buyer_id, checkout_id, status, payment_type, total, paid, items, address,
       buyer_name, buyer_email, delivery_days, max_revisions, delivery_date, paid_at, created_at, updated_at)
     VALUES (?, ?, ?, 'In Progress', 'Full', ?, ?, ?, ?, ?, ?, 7, 3, ?, ?, ?, ?)`,
  );
  const instalment = db.prepare(
    `INSERT INTO instalments (id, order_id, number, amount, provider_order_id, payment_id, created_at)
     VALUES (?, ?, 1, ?, ?, ?, ?)`,
  );
  const payment = db.prepare(
    `INSERT INTO payments (id, provider_order_id, instalment_id, order_id, amount, currency, method,
       status, captured_at) VALUES (?, ?, ?, ?, ?, 'INR', 'card', 'settled', ?)`,
  );
  const event = db.prepare(
    `INSERT INTO payment_events (id, type, body, received_at, handled_at)
     VALUES (?, 'payment.captured', '{}', ?, ?)`,
  );
  const mail = db.prepare(
    `INSERT INTO outbox (id, kind, dedupe_key, encrypted, created_at, next_try_at, tries)
     VALUES (?, 'payment received', ?, ?, ?, ?, 0)`,
  );
  const encrypted = Buffer.alloc(MAIL_BYTES, 'm');
  const sell = db.transaction(({ items, address, total }: Sale): string => {
    const now = new Date().toISOString();
    const [id, instalmentId, orderId, payId] = [
      newId(),
      newId(),
      providerId('order'),
      providerId('pay'),
    ];
    const { buyer_id, buyer_name, buyer_email } = buyer;
    const who = [address, buyer_name, buyer_email];
    order.run(id, buyer_id, newId(), total, total, items, ...who, now, now, now, now);
    instalment.run(instalmentId, id, total, orderId, payId, now);
    payment.run(payId, orderId, instalmentId, id, total, now);
    event.run(payId, now, now);
    mail.run(newId(), `payment:${instalmentId}`, encrypted, now, now);
    return id;
  });
  return (body: unknown): string => sell.immediate(body as Sale);
}
