import type { Db } from '../../../db/connect.ts';
import type { Tables, User } from '../../../db/schema.ts';
import {
  eraseAttachments,
  eraseMessages,
  exportAttachments,
  exportMessages,
} from '../chat/personal-data.ts';
import { eraseNotifications } from '../notifications/queries.ts';
import {
  eraseDeliveries,
  eraseFiles,
  exportDeliveries,
} from '../orders/deliveries/personal-data.ts';
import { eraseRequirementsOf, listRequirementsOf } from '../orders/requirements.ts';
import { eraseRevisions, exportRevisions } from '../orders/revisions/personal-data.ts';
import { eraseBuyer, exportReceipts } from '../receipts/personal-data.ts';
import { countErasure } from '../site/erasure-count.ts';
import { toSessionDto } from './device-sessions.ts';
import { anonymiseOrders, exportOrders } from './order-export.ts';
import { FORMER_CLIENT } from './rules.ts';

interface Belonging {
  /** What a person takes along; absent where there is nothing but keys in it. */
  take?: { as: string; read: (db: Db, user: User) => Promise<unknown> };
  /** What happens to it when the account goes. */
  forget: (tx: Db, user: User) => Promise<unknown>;
}

/**
 * Every table that names a person or one of their orders: what they take along of it, and what is
 * forgotten. A table that refers to either and has no line here fails a test; add it with the table.
 */
export const PERSONAL_DATA: Partial<Record<keyof Tables, Belonging>> = {
  sessions: { take: { as: 'devices', read: readDevices }, forget: drop('sessions') },
  devices: { forget: drop('devices') },
  email_codes: { forget: drop('email_codes') },
  email_changes: { forget: drop('email_changes') },
  password_links: { forget: drop('password_links') },
  orders: { take: { as: 'orders', read: exportOrders }, forget: anonymiseOrders },
  payment_refusals: { forget: drop('payment_refusals') },
  receipts: {
    take: { as: 'receipts', read: (db, user) => exportReceipts(db, user.id) },
    forget: (tx, user) => eraseBuyer(tx, user.id, FORMER_CLIENT),
  },
  order_requirements: {
    take: { as: 'requirements', read: (db, user) => listRequirementsOf(db, user.id) },
    forget: (tx, user) => eraseRequirementsOf(tx, user.id),
  },
  deliveries: {
    take: { as: 'deliveries', read: (db, user) => exportDeliveries(db, user.id) },
    forget: (tx, user) => eraseDeliveries(tx, user.id),
  },
  delivery_files: { forget: (tx, user) => eraseFiles(tx, user.id) },
  revisions: {
    take: { as: 'revisions', read: (db, user) => exportRevisions(db, user.id) },
    forget: (tx, user) => eraseRevisions(tx, user.id),
  },
  // The books: money and what happened when. `orders` lists the payments among what is taken along.
  instalments: { forget: () => Promise.resolve() },
  payments: { forget: () => Promise.resolve() },
  order_events: { forget: () => Promise.resolve() },
  // They stay, under the name that remains (README).
  reviews: { take: { as: 'reviews', read: readReviews }, forget: countIfReviewed },
  // The talk belongs to an order, which stays for the books.
  conversations: { forget: () => Promise.resolve() },
  attachments: { take: { as: 'files', read: exportAttachments }, forget: eraseAttachments },
  messages: { take: { as: 'messages', read: exportMessages }, forget: eraseMessages },
  notifications: { forget: (tx, user) => eraseNotifications(tx, user.id) },
  notification_preferences: { forget: drop('notification_preferences') },
};

type Dropped =
  | 'sessions'
  | 'devices'
  | 'email_codes'
  | 'email_changes'
  | 'password_links'
  | 'payment_refusals'
  | 'notification_preferences';

function drop(table: Dropped) {
  return (tx: Db, user: User) => tx.deleteFrom(table).where('user_id', '=', user.id).execute();
}

async function readDevices(db: Db, user: User) {
  const rows = await db.selectFrom('sessions').selectAll().where('user_id', '=', user.id).execute();
  return rows.map((row) => {
    const { device, startedAt, lastSeen } = toSessionDto(row, false);
    return { device, startedAt, lastSeen, userAgent: row.user_agent };
  });
}

const readReviewRows = (db: Db, userId: string) =>
  db
    .selectFrom('reviews')
    .innerJoin('gigs', 'gigs.id', 'reviews.gig_id')
    .select(['gigs.title', 'half_stars', 'comment', 'edited', 'order_id'])
    .select(['reviews.created_at', 'reviews.updated_at'])
    .where('user_id', '=', userId)
    .orderBy('reviews.created_at')
    .execute();

/** Published pages show who wrote a review; they are made again without the name and picture. */
async function countIfReviewed(tx: Db, user: User): Promise<void> {
  const reviews = await readReviewRows(tx, user.id);
  if (reviews.length > 0) await countErasure(tx);
}

async function readReviews(db: Db, user: User) {
  return (await readReviewRows(db, user.id)).map((row) => ({
    gig: row.title,
    orderId: row.order_id,
    rating: row.half_stars / 2,
    comment: row.comment,
    edited: row.edited === 1,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }));
}
