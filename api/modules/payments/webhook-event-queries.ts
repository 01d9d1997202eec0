import type { Insertable } from 'kysely';
import type { Db } from '../../../db/database.ts';
import type { PaymentEvent } from '../../../db/schema.ts';

/** Stores an event before it is handled. Idempotent: the same event twice is one row. */
export const insertEvent = (tx: Db, event: Insertable<PaymentEvent>) =>
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

/** Counts a failed attempt. Events with fewer attempts are handled first. */
export const postponeEvent = (tx: Db, id: string) =>
  tx
    .updateTable('payment_events')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('id', '=', id)
    .execute();
