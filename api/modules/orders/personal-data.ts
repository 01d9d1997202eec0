import type { Db } from '../../../db/database.ts';
import type { User } from '../../../db/schema.ts';
import type { TransactionServices } from '../../../db/transaction.ts';
import { deleteFiles } from '../../platform/files/stored-file.ts';
import type { PersonalData, RetainedOrder } from '../../platform/personal-data.ts';
import { FORMER_CLIENT } from '../accounts/texts.ts';
import { orderNumber } from './order-number-rules.ts';
import { lockOrdersOf, ordersOf } from './queries.ts';
import type { AddressInfo } from './schema.ts';

const DELIVERY_GONE = 'What was delivered left with its account.';
const REVISION_GONE = 'This request left with its account.';

/**
 * Orders and the dates of deliveries and revisions are accounting records: they are anonymized, and their
 * texts and files are deleted. The payments module exports the orders, with their payments.
 */
export const personalData: PersonalData = {
  tables: [
    // Agreements name their buyer by id only, and are immutable.
    ...(['orders', 'order_events', 'order_pauses', 'order_requirements', 'agreements'] as const),
    ...(['deliveries', 'delivery_files', 'delivery_pictures', 'hand_overs', 'revisions'] as const),
    ...(['delivery_pins', 'pin_replies'] as const),
  ],
  export: async (db, user) => ({
    billing: user.billing ? (JSON.parse(user.billing) as AddressInfo) : null,
    agreements: await exportAgreements(db, user.id),
    timeline: await exportTimeline(db, user.id),
    waits: await exportPauses(db, user.id),
    requirements: await exportRequirements(db, user.id),
    deliveries: await exportDeliveries(db, user.id),
    revisions: await exportRevisions(db, user.id),
    pins: await exportPins(db, user.id),
  }),
  async erase(tx, { id }) {
    const theirs = ordersOf(tx, id);
    await tx
      .updateTable('orders')
      .set({ buyer_name: FORMER_CLIENT, buyer_email: '', address: '{}' })
      .where('buyer_id', '=', id)
      .execute();
    await tx.deleteFrom('order_requirements').where('order_id', 'in', theirs).execute();
    await tx
      .updateTable('order_pauses')
      .set({ reason: '' })
      .where('order_id', 'in', theirs)
      .where('reason', 'is not', null)
      .execute();
    await eraseReasons(tx, id);
    await tx
      .updateTable('deliveries')
      .set({ message: DELIVERY_GONE })
      .where('order_id', 'in', theirs)
      .execute();
    await tx.deleteFrom('delivery_pins').where('order_id', 'in', theirs).execute();
    // Deletes files that were uploaded after `eraseFiles` ran.
    await tx.deleteFrom('delivery_files').where('order_id', 'in', theirs).execute();
    await tx
      .updateTable('revisions')
      .set({ description: REVISION_GONE })
      .where('order_id', 'in', theirs)
      .execute();
  },
  lock: (tx, { id }) => lockOrdersOf(tx, id),
  eraseFiles,
  listRetainedOrders,
  listOrderIds,
  clients: (db) => db.selectFrom('orders').select('buyer_id').$asScalar(),
};

async function listRetainedOrders(db: Db, user: User): Promise<RetainedOrder[]> {
  const rows = await db
    .selectFrom('orders')
    .select(['id', 'paid'])
    .where('buyer_id', '=', user.id)
    .execute();
  return rows.map(({ id, paid }) => ({ reference: orderNumber(id), isPaid: paid > 0 }));
}

async function listOrderIds(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where('buyer_id', '=', userId)
    .where((eb) => eb.or([eb('paid', '>', 0), eb('failed_at', 'is not', null)]))
    .orderBy('created_at', 'desc')
    .execute();
  return rows.map(({ id }) => id);
}

const listEvents = (db: Db, buyerId: string) =>
  db
    .selectFrom('order_events')
    .select(['id', 'order_id as orderId', 'kind', 'data', 'at'])
    .where('order_id', 'in', ordersOf(db, buyerId))
    .orderBy('order_id')
    .orderBy('seq')
    .execute();

const exportTimeline = async (db: Db, buyerId: string) =>
  (await listEvents(db, buyerId)).map(({ id, ...event }) => ({
    ...event,
    data: JSON.parse(event.data) as unknown,
  }));

/** Deletes the texts with which orders were declined. */
async function eraseReasons(tx: Db, buyerId: string): Promise<void> {
  for (const event of await listEvents(tx, buyerId)) {
    const { reason, ...data } = JSON.parse(event.data) as { reason?: string };
    if (reason === undefined) continue;
    await tx
      .updateTable('order_events')
      .set({ data: JSON.stringify(data) })
      .where('id', '=', event.id)
      .execute();
  }
}

async function exportAgreements(db: Db, buyerId: string) {
  const rows = await db
    .selectFrom('agreements')
    .select(['order_id as orderId', 'json', 'texts', 'sha256', 'accepted_at as acceptedAt'])
    .where('order_id', 'in', ordersOf(db, buyerId))
    .orderBy('accepted_at')
    .execute();
  return rows.map(({ json, texts, ...row }) => ({
    ...row,
    terms: JSON.parse(json) as unknown,
    texts: JSON.parse(texts) as unknown,
  }));
}

const exportPauses = (db: Db, buyerId: string) =>
  db
    .selectFrom('order_pauses')
    .select(['order_id as orderId', 'reason', 'started_at as from', 'ended_at as to', 'days'])
    .select('counted_to as countedTo')
    .where('order_id', 'in', ordersOf(db, buyerId))
    .orderBy('started_at')
    .execute();

const exportRequirements = (db: Db, buyerId: string) =>
  db
    .selectFrom('order_requirements')
    .select(['order_id as orderId', 'text', 'links', 'answers', 'updated_at as updatedAt'])
    .where('order_id', 'in', ordersOf(db, buyerId))
    .execute();

/** Exports deliveries to a person, with their files and download paths. */
async function exportDeliveries(db: Db, buyerId: string) {
  const [rows, files] = await Promise.all([
    db
      .selectFrom('deliveries')
      .selectAll()
      .where('order_id', 'in', ordersOf(db, buyerId))
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
    db
      .selectFrom('delivery_files')
      .select(['id', 'delivery_id', 'name', 'size', 'is_link'])
      .where('order_id', 'in', ordersOf(db, buyerId))
      .where('delivery_id', 'is not', null)
      .orderBy('created_at')
      .execute(),
  ]);
  return rows.map((row) => ({
    orderId: row.order_id,
    number: row.number,
    message: row.message,
    createdAt: row.created_at,
    files: files
      .filter((file) => file.delivery_id === row.id)
      .map(({ id, name, size, is_link }) => ({
        ...(is_link ? { name, isLink: true } : { name, size }),
        path: `/api/v1/gig/delivery/file/${id}`,
      })),
  }));
}

const exportRevisions = (db: Db, buyerId: string) =>
  db
    .selectFrom('revisions')
    .select(['order_id as orderId', 'number', 'description', 'status'])
    .select(['requested_at as requestedAt', 'completed_at as completedAt'])
    .where('order_id', 'in', ordersOf(db, buyerId))
    .orderBy('requested_at')
    .execute();

/** What was said on what was delivered, by both sides. */
async function exportPins(db: Db, buyerId: string) {
  const pins = await db
    .selectFrom('delivery_pins')
    .select(['id', 'order_id as orderId', 'file_id as file', 'number', 'page', 'x', 'y'])
    .select(['side as by', 'text', 'created_at as createdAt', 'resolved_at as resolvedAt'])
    .where('order_id', 'in', ordersOf(db, buyerId))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const replies = await db
    .selectFrom('pin_replies')
    .innerJoin('delivery_pins', 'delivery_pins.id', 'pin_replies.pin_id')
    .select(['pin_id', 'pin_replies.side as by', 'pin_replies.text'])
    .select('pin_replies.created_at as createdAt')
    .where('order_id', 'in', ordersOf(db, buyerId))
    .orderBy('pin_replies.created_at')
    .execute();
  return pins.map(({ id, ...pin }) => ({
    ...pin,
    replies: replies.flatMap(({ pin_id, ...reply }) => (pin_id === id ? [reply] : [])),
  }));
}

/** Deletes delivered and waiting files. */
async function eraseFiles(services: TransactionServices, { id: buyerId }: User): Promise<void> {
  const { db } = services.store;
  const files = db.selectFrom('delivery_files').select('id');
  const theirs = await files.where('order_id', 'in', ordersOf(db, buyerId)).execute();
  await deleteFiles(services, 'delivery_files', theirs);
}
