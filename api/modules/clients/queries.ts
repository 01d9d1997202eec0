import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import { isPostgres } from '../../../db/engine.ts';
import { escapeLike } from '../../../db/sql-like.ts';
import { mergedPages, type Place } from '../../platform/http/merged-pages.ts';
import { countsIn, type KeyKind } from '../orders/queries.ts';
import { openInstalmentsOfPaidOrders } from '../payments/queries.ts';

const KINDS = ['client'] as const;
export const clientPages = mergedPages(KINDS);

/** The name of a person's company, of the address that was saved last. */
const companyOf = (db: Db) =>
  isPostgres(db)
    ? sql<string | null>`(users.billing::jsonb ->> 'companyName')`
    : sql<string | null>`json_extract(users.billing, '$.companyName')`;

interface ClientQuery {
  /** Words of the name, the address or the company. */
  find?: string | undefined;
  after?: Place<'client'> | undefined;
  limit: number;
}

/** The last paid order and the last message of each person, each from an index alone; '' without one. */
function lastContacts(db: Db, find: string | undefined) {
  const ordered = sql<string>`coalesce((select max(orders.created_at) from orders where orders.buyer_id = users.id and paid > 0), '')`;
  const wrote = sql<string>`coalesce((select max(conversations.last_message_at) from conversations where conversations.buyer_id = users.id), '')`;
  const rows = db
    .selectFrom('users')
    .select(['users.id as id', ordered.as('ordered'), wrote.as('wrote')]);
  return find ? rows.where(matches(db, find)) : rows;
}

/** People who ordered or wrote, those who were last in touch first. */
export async function listClients(db: Db, { find, after, limit }: ClientQuery) {
  const rows = await db
    // Materialized: otherwise SQLite looks both up again for each use.
    .with(
      (cte) => cte('contacts').materialized(),
      () => lastContacts(db, find),
    )
    .with('entries', (all) =>
      all
        .selectFrom('contacts')
        .select('id')
        .select(sql<string>`case when ordered > wrote then ordered else wrote end`.as('at')),
    )
    .with('page', (all) => {
      const found = all.selectFrom('entries').selectAll().where('at', '<>', '');
      return (after ? found.where(clientPages.isAfter('client', after)) : found)
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit);
    })
    .selectFrom('page')
    .innerJoin('users', 'users.id', 'page.id')
    .select(['page.id', 'page.at', 'users.name', 'users.email', 'users.avatar_hash'])
    .select(companyOf(db).as('company'))
    .orderBy('page.at', 'desc')
    .orderBy('page.id', 'desc')
    .execute();
  return rows.map((row) => ({ kind: 'client' as const, ...row }));
}

export type ClientRow = Awaited<ReturnType<typeof listClients>>[number];

function matches(db: Db, words: string) {
  const inside = `%${escapeLike(words)}%`;
  return sql<boolean>`(
    lower(users.name) like ${inside} escape '\\'
    or lower(users.email) like ${inside} escape '\\'
    or lower(${companyOf(db)}) like ${inside} escape '\\'
  )`;
}

/** What people have paid and still have to pay, in each currency; without the orders that do not count. */
export async function sumMoney(db: Db, ids: string[], keys: KeyKind) {
  if (ids.length === 0) return [];
  const [orders, parts] = await Promise.all([
    db
      .selectFrom('orders')
      .select(['buyer_id', 'currency'])
      .select(({ fn }) => [
        fn.countAll<number>().as('orders'),
        fn.sum<number>('balance').as('received'),
        fn.sum<number>('refunded').as('refunded'),
        // Ids are ordered by time (UUIDv7).
        fn.max('id').as('latest'),
      ])
      .where('buyer_id', 'in', ids)
      .where(sql<boolean>`paid > 0`)
      .where(countsIn('orders.id', keys))
      .groupBy(['buyer_id', 'currency'])
      .execute(),
    openInstalmentsOfPaidOrders(db)
      .select(['orders.buyer_id', 'orders.currency'])
      .select(sql<number>`sum(instalments.amount - instalments.tax_deducted)`.as('open'))
      .where('orders.buyer_id', 'in', ids)
      .where(countsIn('orders.id', keys))
      .groupBy(['orders.buyer_id', 'orders.currency'])
      .execute(),
  ]);
  return orders.map((row) => ({
    ...row,
    open:
      parts.find((each) => each.buyer_id === row.buyer_id && each.currency === row.currency)
        ?.open ?? 0,
  }));
}

/** Finds a person who ordered or wrote. */
export const findClient = (db: Db, id: string) =>
  db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .where('role', '=', 'buyer')
    .where((eb) =>
      eb.or([
        eb.exists(
          eb.selectFrom('orders').select('orders.id').whereRef('buyer_id', '=', 'users.id'),
        ),
        eb.exists(
          eb
            .selectFrom('conversations')
            .select('conversations.id')
            .whereRef('buyer_id', '=', 'users.id'),
        ),
      ]),
    )
    .executeTakeFirst();

/** A person's orders that somebody paid for, newest first. */
export const listOrdersOf = (
  db: Db,
  buyerId: string,
  { except = '', limit }: { except?: string; limit: number },
) =>
  db
    .selectFrom('orders')
    .selectAll()
    .where('buyer_id', '=', buyerId)
    .where(sql<boolean>`paid > 0`)
    .where('id', '<>', except)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/** The quotes that a person was sent, newest first. */
export const listQuotesOf = (db: Db, buyerId: string, limit: number) =>
  db
    .selectFrom('conversations')
    .innerJoin('quotes', 'quotes.conversation_id', 'conversations.id')
    .select(['quotes.id', 'quotes.status', 'quotes.json', 'quotes.sent_at', 'quotes.valid_until'])
    .select(['quotes.order_id', 'conversations.id as conversation_id'])
    .select('conversations.order_id as about_order_id')
    .where('conversations.buyer_id', '=', buyerId)
    .where('quotes.sent_at', 'is not', null)
    .orderBy('quotes.sent_at', 'desc')
    .orderBy('quotes.id', 'desc')
    .limit(limit)
    .execute();

/** Files of a person's conversations, newest first. */
export const listSentFiles = (db: Db, buyerId: string, limit: number) =>
  db
    .selectFrom('conversations')
    .innerJoin('attachments', 'attachments.conversation_id', 'conversations.id')
    .select(['attachments.id', 'attachments.name', 'attachments.size', 'attachments.created_at'])
    .select('attachments.uploader_id')
    .where('conversations.buyer_id', '=', buyerId)
    .where('attachments.message_id', 'is not', null)
    .orderBy('attachments.created_at', 'desc')
    .orderBy('attachments.id', 'desc')
    .limit(limit)
    .execute();

/** Files that were delivered to a person, newest first. */
export const listDeliveredFiles = (db: Db, buyerId: string, limit: number) =>
  db
    .selectFrom('orders')
    .innerJoin('deliveries', 'deliveries.order_id', 'orders.id')
    .innerJoin('delivery_files', 'delivery_files.delivery_id', 'deliveries.id')
    .select(['delivery_files.id', 'delivery_files.name', 'delivery_files.size'])
    .select('delivery_files.address')
    .select('deliveries.created_at')
    .where('orders.buyer_id', '=', buyerId)
    .orderBy('deliveries.created_at', 'desc')
    .orderBy('delivery_files.id', 'desc')
    .limit(limit)
    .execute();
