import type { Insertable } from 'kysely';
import type { Db } from '../../../db/database.ts';
import type { PaymentEvent } from '../../../db/schema.ts';

/** Stores an event before it is handled. Idempotent: the same event twice is one row. */
export const insertEventOnce = (tx: Db, event: Insertable<PaymentEvent>) =>
  tx
    .insertInto('payment_events')
    .values(event)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();

export const listOpenEvents = (db: Db) =>
  db
    .selectFrom('payment_events')
    .selectAll()
    .where('handled_at', 'is', null)
    .orderBy('tries')
    .orderBy('received_at')
    .limit(100)
    .execute();

export const markHandled = (tx: Db, id: string, done: { now: string; outcome: string }) =>
  tx
    .updateTable('payment_events')
    .set({ handled_at: done.now, outcome: done.outcome })
    .where('id', '=', id)
    .execute();

/** The outcome of an open event whose payment could not be settled. It is tried again. */
export const UNSETTLED = 'unsettled';

/** Counts a failed attempt. Events with fewer attempts are handled first. Null leaves the outcome as it was. */
export const postponeEvent = (tx: Db, id: string, outcome: typeof UNSETTLED | null) =>
  tx
    .updateTable('payment_events')
    .set((eb) => ({ tries: eb('tries', '+', 1), ...(outcome && { outcome }) }))
    .where('id', '=', id)
    .execute();

/** Stores a payment that could not be settled as an event, so that it is tried again with the others. */
export const insertUnsettled = (tx: Db, id: string, event: { body: string; now: string }) =>
  tx
    .insertInto('payment_events')
    .values({
      ...{ id, type: 'payment.captured', body: event.body, received_at: event.now },
      ...{ outcome: UNSETTLED, tries: 1 },
    })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ handled_at: null, outcome: UNSETTLED }),
    )
    .execute();

export const listUnsettledEvents = (db: Db) =>
  db
    .selectFrom('payment_events')
    .select(['body', 'received_at'])
    .where('handled_at', 'is', null)
    .where('outcome', '=', UNSETTLED)
    .orderBy('received_at')
    .execute();
