import type { Insertable } from 'kysely';
import type { Db } from '../../../db/database.ts';
import { updatesRow } from '../../../db/query-results.ts';
import type { Instalment } from '../../../db/schema.ts';

/**
 * The maximum number of unpaid instalments that one buyer may open per hour: each causes a request per
 * minute.
 */
const MAX_OPEN_CHECKOUTS = 30;
// The maximum number of requests per run. The rest comes first in the next run.
const MAX_PER_ROUND = 200;

export const listInstalments = (db: Db, orderId: string) =>
  db
    .selectFrom('instalments')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('number')
    .execute();

export const insertInstalments = (tx: Db, rows: Insertable<Instalment>[]) =>
  tx.insertInto('instalments').values(rows).execute();

/** Finds the stored id of the provider's order for an instalment; null if there is none yet. */
export async function findProviderOrder(db: Db, id: string): Promise<string | null> {
  const { provider_order_id } = await db
    .selectFrom('instalments')
    .select('provider_order_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return provider_order_id;
}

export async function storeProviderOrder(tx: Db, id: string, providerOrderId: string) {
  const { stored } = await tx
    .updateTable('instalments')
    .set((eb) => ({
      provider_order_id: eb.fn.coalesce('provider_order_id', eb.val(providerOrderId)),
    }))
    .where('id', '=', id)
    .returning((eb) => eb.ref('provider_order_id').$notNull().as('stored'))
    .executeTakeFirstOrThrow();
  return stored;
}

/**
 * Marks an instalment as opened before the buyer goes to the provider: from now on the reconciler checks it.
 * Returns false for an old instalment if the buyer has too many open ones.
 */
export const markInstalmentOpened = (
  tx: Db,
  id: string,
  { now, since, buyerId }: { now: string; since: string; buyerId: string },
) =>
  updatesRow(
    tx
      .updateTable('instalments')
      .set({ opened_at: now })
      .where('id', '=', id)
      .where((eb) =>
        eb.or([
          eb('created_at', '>', since),
          eb('opened_at', '>', since),
          eb(countUnpaid(tx, buyerId).where('opened_at', '>', since), '<', MAX_OPEN_CHECKOUTS),
        ]),
      ),
  );

/** Whether the buyer has too many unpaid checkouts since this time. */
export async function hasTooManyOpen(tx: Db, buyerId: string, since: string): Promise<boolean> {
  const { open } = await countUnpaid(tx, buyerId)
    .where('number', '=', 1)
    .where('instalment.created_at', '>', since)
    .executeTakeFirstOrThrow();
  return open >= MAX_OPEN_CHECKOUTS;
}

const countUnpaid = (db: Db, buyerId: string) =>
  db
    .selectFrom('instalments as instalment')
    .innerJoin('orders', 'orders.id', 'instalment.order_id')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .where('orders.buyer_id', '=', buyerId)
    .where('instalment.payment_id', 'is', null);

export const findInstalment = (db: Db, providerOrderId: string) =>
  db
    .selectFrom('instalments')
    .selectAll()
    .where('provider_order_id', '=', providerOrderId)
    .executeTakeFirst();

export const listOrdersOfCheckouts = (db: Db, providerOrderIds: string[]) =>
  db
    .selectFrom('instalments')
    .select(['provider_order_id', 'order_id'])
    .where('provider_order_id', 'in', providerOrderIds)
    .execute();

export const findInstalmentById = (db: Db, id: string) =>
  db.selectFrom('instalments').selectAll().where('id', '=', id).executeTakeFirst();

export const getInstalment = (db: Db, id: string) =>
  db.selectFrom('instalments').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

export const findInstalmentOf = (db: Db, buyerId: string, providerOrderId: string) =>
  db
    .selectFrom('instalments')
    .innerJoin('orders', 'orders.id', 'instalments.order_id')
    .selectAll('instalments')
    .where('provider_order_id', '=', providerOrderId)
    .where('buyer_id', '=', buyerId)
    .executeTakeFirst();

/** Assigns a payment to an instalment. Returns false if it has a different payment or is waived. */
export const claimInstalment = (tx: Db, id: string, paymentId: string) =>
  updatesRow(
    tx
      .updateTable('instalments')
      .set({ payment_id: paymentId })
      .where('id', '=', id)
      .where('payment_id', 'is', null)
      .where('waived_at', 'is', null),
  );

/**
 * Instalments to check at the provider: unpaid ones every minute for the first hour, then hourly; paid ones
 * hourly, because a second payment may still arrive. New ones first, then the longest unchecked.
 */
export const listWatchedInstalments = (
  db: Db,
  times: { youngerThan: string; checkedBefore: string; notBefore: string },
) =>
  db
    .selectFrom('instalments')
    .selectAll()
    .where('provider_order_id', 'is not', null)
    .where('opened_at', '>', times.notBefore)
    .where((eb) =>
      eb.or([
        eb.and([eb('payment_id', 'is', null), eb('opened_at', '>', times.youngerThan)]),
        eb('checked_at', 'is', null),
        eb('checked_at', '<', times.checkedBefore),
      ]),
    )
    .orderBy((eb) =>
      eb
        .case()
        .when(eb.and([eb('payment_id', 'is', null), eb('opened_at', '>', times.youngerThan)]))
        .then(0)
        .else(1)
        .end(),
    )
    // Unchecked ones first: SQLite and PostgreSQL sort NULL differently.
    .orderBy((eb) => eb.fn.coalesce('checked_at', eb.val('')))
    .orderBy('opened_at')
    .limit(MAX_PER_ROUND)
    .execute();

export const markInstalmentChecked = (tx: Db, id: string, now: string) =>
  tx.updateTable('instalments').set({ checked_at: now }).where('id', '=', id).execute();
