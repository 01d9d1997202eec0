import { createHash } from 'node:crypto';
import Database from 'better-sqlite3';
import { toExtraDto, toPlanDto, toSellerDto } from '../../../api/modules/catalog/gigs/dto.ts';
import { toOrderDto } from '../../../api/modules/orders/dto.ts';
import { toPictureDto } from '../../../api/platform/files/dto.ts';
import type {
  Extra,
  Faq,
  Gig,
  GigPicture,
  Order,
  Picture,
  Plan,
  User,
} from '../../../db/schema.ts';
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
  const plans = db.prepare<[], Plan>('SELECT * FROM plans ORDER BY gig_id, position');
  const extras = db.prepare<[], Extra>('SELECT * FROM extras ORDER BY gig_id, position');
  const faqs = db.prepare<[], Faq>('SELECT * FROM faqs ORDER BY gig_id, position');
  const pictures = db.prepare<[], GigPicture & Picture>(
    `SELECT gig_id, alt, width, height, variants FROM gig_pictures
     JOIN pictures ON pictures.id = picture_id ORDER BY gig_id, position`,
  );
  return () => {
    const plansByGig = Map.groupBy(plans.all(), (row) => row.gig_id);
    const extrasByGig = Map.groupBy(extras.all(), (row) => row.gig_id);
    const faqsByGig = Map.groupBy(faqs.all(), (row) => row.gig_id);
    const picturesByGig = Map.groupBy(pictures.all(), (row) => row.gig_id);
    return gigs.all().map((gig) => ({
      _id: gig.id,
      title: gig.title,
      description: gig.description_html,
      technologies: JSON.parse(gig.technologies) as string[],
      thumbnailImages: (picturesByGig.get(gig.id) ?? []).map(toPictureDto),
      PricingPlans: (plansByGig.get(gig.id) ?? []).map(toPlanDto),
      extraFeatures: (extrasByGig.get(gig.id) ?? []).map(toExtraDto),
      FAQ: (faqsByGig.get(gig.id) ?? []).map(({ question, answer }) => ({ question, answer })),
      ratings: gig.rating_hundredths / 100,
      numOfReviews: gig.review_count,
      DetailedAboutYourself: toSellerDto(starterProfile),
    }));
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
