import { type Insertable, sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import { lockName } from '../../../db/engine.ts';
import { nextNumber } from '../../../db/next-number.ts';
import { updatesRow } from '../../../db/query-results.ts';
import type { Notification, User } from '../../../db/schema.ts';
import type { Tx } from '../../../db/transaction.ts';
import { iso, later, MINUTE } from '../../platform/clock.ts';
import {
  CHANNELS,
  type Channel,
  type PreferenceName,
  type Preferences,
  preferencesOf,
} from '../orders/news.ts';
import type { NotificationType } from './rules.ts';

const lockSeq = (tx: Db, userId: string) => lockName(tx, `notifications of ${userId}`);

const nextSeq = (db: Db, userId: string) =>
  db.selectFrom('notifications').select(nextNumber('seq')).where('user_id', '=', userId);

export async function insertNotification(tx: Db, row: Omit<Insertable<Notification>, 'seq'>) {
  await lockSeq(tx, row.user_id);
  await tx
    .insertInto('notifications')
    .values({ ...row, seq: nextSeq(tx, row.user_id) })
    .execute();
}

interface Told {
  userId: string;
  type: NotificationType;
  message: string | undefined;
  orderId: string | null;
}

const sameAs = (db: Db, { userId, type, message = '', orderId }: Told) =>
  db
    .selectFrom('notifications')
    .select('id')
    .where('user_id', '=', userId)
    .where('type', '=', type)
    .where('order_id', '=', orderId)
    .where('message', '=', message);

/** How long news of the same kind belong together. */
const BURST = 15 * MINUTE;

/** Makes the last notification with this message the newest, unread, if it is unread or recent. Returns whether there is one. */
export async function renewNotification(tx: Tx, told: Told, now: Date): Promise<boolean> {
  await lockSeq(tx, told.userId);
  const last = sameAs(tx, told)
    .where((eb) => eb.or([eb('read_at', 'is', null), eb('created_at', '>', later(now, -BURST))]))
    .orderBy('seq', 'desc')
    .limit(1);
  const renewed = tx
    .updateTable('notifications')
    .set({ seq: nextSeq(tx, told.userId), created_at: iso(now), read_at: null })
    .where('id', '=', last);
  return updatesRow(renewed);
}

/** Marks what this message has told as read. Returns the ids. */
export const markTold = (tx: Tx, told: Told, now: string) =>
  tx
    .updateTable('notifications')
    .set({ read_at: now })
    .where('id', 'in', sameAs(tx, told).where('read_at', 'is', null))
    .returning('id')
    .execute();

/** Identifies an order, or a question before an order. */
type About =
  | { orderId: string; conversationId?: never }
  | { orderId?: never; conversationId: string };

/** Upsert: as long as it is unread, a conversation has one notification, which shows the newest message. */
export async function upsertMessageNotification(
  tx: Db,
  input: { id: string; userId: string; message: string; about: About; at: string },
): Promise<Notification | null> {
  const { orderId, conversationId } = input.about;
  await lockSeq(tx, input.userId);
  const row = await tx
    .insertInto('notifications')
    .values({
      id: input.id,
      user_id: input.userId,
      seq: nextSeq(tx, input.userId),
      type: 'new_message',
      message: input.message,
      order_id: orderId ?? null,
      conversation_id: conversationId ?? null,
      pushed_at: input.at,
      created_at: input.at,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', orderId ? 'order_id' : 'conversation_id'])
        // A literal, because with a parameter the condition would not match the partial index.
        .where('type', '=', sql.lit('new_message'))
        .where('read_at', 'is', null)
        .doUpdateSet((eb) => ({
          message: eb.ref('excluded.message'),
          seq: eb.ref('excluded.seq'),
          created_at: eb.ref('excluded.created_at'),
        })),
    )
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** Marks notifications as pushed and returns them. A single UPDATE, so that each is pushed once. */
export const claimUnpushedNotifications = (tx: Db, now: string) =>
  tx
    .updateTable('notifications')
    .set({ pushed_at: now })
    .where('pushed_at', 'is', null)
    .returningAll()
    .execute();

interface Page {
  type?: NotificationType | undefined;
  unread?: boolean;
  before?: string | undefined;
  limit: number;
}

/**
 * Lists notifications, newest first, without read ones about messages. `before` is the id of the last one on
 * the previous page.
 */
export function listNotifications(db: Db, userId: string, { type, unread, before, limit }: Page) {
  let rows = db
    .selectFrom('notifications as n')
    .selectAll('n')
    .where('n.user_id', '=', userId)
    .where((eb) => eb.or([eb('n.type', '<>', 'new_message'), eb('n.read_at', 'is', null)]));
  if (type) rows = rows.where('n.type', '=', type);
  if (unread) rows = rows.where('n.read_at', 'is', null);
  if (before) {
    rows = rows
      .innerJoin('notifications as edge', (join) =>
        join.on('edge.id', '=', before).on('edge.user_id', '=', userId),
      )
      .whereRef('n.seq', '<', 'edge.seq');
  }
  return rows.orderBy('n.seq', 'desc').limit(limit).execute();
}

export async function countUnread(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('notifications')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Marks a notification as read. Idempotent; false if this user has no such notification. */
export const markRead = (tx: Db, userId: string, id: string, now: string) =>
  updatesRow(
    tx
      .updateTable('notifications')
      .set((eb) => ({ read_at: eb.fn.coalesce('read_at', eb.val(now)) }))
      .where('id', '=', id)
      .where('user_id', '=', userId),
  );

export const markAllRead = (tx: Db, userId: string, now: string) =>
  tx
    .updateTable('notifications')
    .set({ read_at: now })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .execute();

export const markConversationNotificationsRead = (
  tx: Db,
  userId: string,
  conversation: { id: string; order_id: string | null },
  now: string,
) =>
  tx
    .updateTable('notifications')
    .set({ read_at: now })
    .where('user_id', '=', userId)
    .where((eb) =>
      conversation.order_id === null
        ? eb('conversation_id', '=', conversation.id)
        : eb('order_id', '=', conversation.order_id),
    )
    // A literal, because with a parameter the condition would not match the partial index.
    .where('type', '=', sql.lit('new_message'))
    .where('read_at', 'is', null)
    .returning('id')
    .execute();

/** Whether a person wants the news of a choice, in each channel. */
async function readChoices(db: Db, userId: string) {
  const rows = await db
    .selectFrom('notification_preferences')
    .select(['about', 'turned_off'])
    .where('user_id', '=', userId)
    .execute();
  return (name: PreferenceName): Record<Channel, boolean> => {
    const off = rows.flatMap(({ about, turned_off }) => (about === name ? turned_off : []));
    return { inApp: !off.includes('inApp'), email: !off.includes('email') };
  };
}

export const preferenceOf = async (db: Db, userId: string, name: PreferenceName) =>
  (await readChoices(db, userId))(name);

/** The choices that a person has. */
export async function readPreferences(db: Db, { id, role }: User): Promise<Preferences> {
  const wants = await readChoices(db, id);
  const entries = preferencesOf(role).map(([name, { channels = CHANNELS }]) => [
    name,
    Object.fromEntries(channels.map((channel) => [channel, wants(name)[channel]])),
  ]);
  return Object.fromEntries(entries) as Preferences;
}

/** Finds the recipient and whether they want such news. */
export async function findRecipient(db: Db, to: string | 'owner', name: PreferenceName) {
  const user = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .$if(to === 'owner', (users) => users.where('role', '=', 'owner'))
    .$if(to !== 'owner', (users) => users.where('id', '=', to))
    .executeTakeFirst();
  return user && { ...user, preference: await preferenceOf(db, user.id, name) };
}

export async function savePreferences(tx: Tx, userId: string, changes: Partial<Preferences>) {
  for (const [about, channels] of Object.entries(changes)) {
    for (const channel of Object.keys(channels) as Channel[]) {
      const row = { user_id: userId, about, turned_off: channel };
      if (channels[channel])
        await tx
          .deleteFrom('notification_preferences')
          .where((eb) => eb.and(row))
          .execute();
      else
        await tx
          .insertInto('notification_preferences')
          .values(row)
          .onConflict((conflict) => conflict.doNothing())
          .execute();
    }
  }
}

/** Deletes a person's notifications, and everybody's notifications about their orders and conversations. */
export const eraseNotifications = (tx: Db, userId: string) =>
  tx
    .deleteFrom('notifications')
    .where((eb) =>
      eb.or([
        eb('user_id', '=', userId),
        eb('order_id', 'in', eb.selectFrom('orders').select('id').where('buyer_id', '=', userId)),
        eb(
          'conversation_id',
          'in',
          eb.selectFrom('conversations').select('id').where('buyer_id', '=', userId),
        ),
      ]),
    )
    .execute();
