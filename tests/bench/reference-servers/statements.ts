import { createHash } from 'node:crypto';
import Database from 'better-sqlite3';
import { toSellerDto } from '../../../api/modules/catalog/gigs/dto.ts';
import type { GigDocument } from '../../../api/modules/catalog/gigs/schema.ts';
import { toOrderDto } from '../../../api/modules/orders/dto.ts';
import { toPictureDto } from '../../../api/platform/files/dto.ts';
import type { Gig, Order, Picture, User } from '../../../db/schema.ts';
import { starterProfile } from '../../../db/seed/profile.ts';
import { insertSale } from './sale.ts';

/** Raw statements, prepared once, on the app's own schema and with its durability. */
export function openStatements(file: string) {
  const db = new Database(file);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.pragma('foreign_keys = ON');
  return { gigs: listGigs(db), ordersOf: listOrders(db), sell: insertSale(db) };
}

function listGigs(db: Database.Database) {
  const gigs = db.prepare<[], Gig>(
    `SELECT * FROM gigs WHERE status = 'published' ORDER BY position`,
  );
  const pictures = db.prepare<[], Picture>('SELECT * FROM pictures');
  return () => {
    const byId = new Map(pictures.all().map((row) => [row.id, row]));
    return gigs.all().map((gig) => {
      const body = JSON.parse(gig.body) as GigDocument;
      const { title, description, technologies, pictures: shown, ...details } = body;
      return {
        _id: gig.id,
        title,
        description,
        technologies,
        thumbnailImages: shown.flatMap(({ _id, alt }) => {
          const row = byId.get(_id);
          return row ? [toPictureDto({ ...row, alt })] : [];
        }),
        ...details,
        ratings: gig.rating_hundredths / 100,
        numOfReviews: gig.review_count,
        DetailedAboutYourself: toSellerDto(starterProfile),
      };
    });
  };
}

function listOrders(db: Database.Database) {
  const session = db.prepare<[string, string], { user_id: string }>(
    'SELECT user_id FROM sessions WHERE token_hash = ? AND expires_at > ?',
  );
  const user = db.prepare<[string], User>('SELECT * FROM users WHERE id = ? AND is_verified = 1');
  const orders = db.prepare<[string], Order>(
    `SELECT * FROM orders WHERE buyer_id = ? AND (paid > 0 OR failed_at IS NOT NULL)
     ORDER BY created_at DESC, id DESC`,
  );
  const payments = db.prepare<[string], { order_id: string; id: string }>(
    `SELECT payments.order_id, min(payments.id) AS id FROM payments
     JOIN orders ON orders.id = payments.order_id
     WHERE buyer_id = ? AND payments.status = 'settled' GROUP BY payments.order_id`,
  );
  return (token: string) => {
    const hash = createHash('sha256').update(token).digest('base64url');
    const found = session.get(hash, new Date().toISOString());
    const buyer = found && user.get(found.user_id);
    if (!buyer) return null;
    const paid = new Map(payments.all(buyer.id).map((row) => [row.order_id, row.id]));
    return orders.all(buyer.id).map((order) =>
      toOrderDto({
        ...{ ...order, next_amount: null },
        payment_id: paid.get(order.id) ?? null,
      }),
    );
  };
}
