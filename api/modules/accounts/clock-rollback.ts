import type { Database } from '../../../db/database.ts';
import { isPostgres, lockName } from '../../../db/engine.ts';
import { readSetting, storeSetting } from '../../../db/settings.ts';
import { type Tx, transaction } from '../../../db/transaction.ts';
import { MINUTE, SECOND } from '../../platform/clock.ts';

interface ClockState {
  /** The latest time that this process has seen. */
  latest: number;
  /** Milliseconds by which session times still have to be moved back. */
  pendingMs: number;
  moving: Promise<void>;
}

const states = new WeakMap<Database, ClockState>();

/** After a clock rollback, subtracts its size from all session times, so that no session lasts longer. */
export function repairClockRollback(store: Database, now: Date): Promise<void> {
  const at = now.getTime();
  const state = states.get(store) ?? { latest: at, pendingMs: 0, moving: Promise.resolve() };
  states.set(store, state);
  const back = state.latest - at;
  if (back > SECOND) state.pendingMs += back;
  if (back > SECOND || back < 0) state.latest = at;
  // If the write failed, `pendingMs` still holds the amount: the next request retries.
  if (state.pendingMs > 0)
    state.moving = state.moving.catch(() => {}).then(() => applyPending(store, state));
  return state.moving;
}

async function applyPending(store: Database, state: ClockState): Promise<void> {
  const { pendingMs } = state;
  if (pendingMs === 0) return;
  await moveSessionTimes(store, { at: state.latest, by: pendingMs });
  state.pendingMs -= pendingMs;
}

const KEY = 'clock rollback';

/** The time after the rollback and its size, both in milliseconds. */
interface Rollback {
  at: number;
  by: number;
}

/**
 * Whether another process has repaired this rollback already. Each process detects it separately, so they
 * share a record in the database (PostgreSQL only).
 */
async function isRepaired(tx: Tx, { at, by }: Rollback): Promise<boolean> {
  if (!isPostgres(tx)) return false;
  await lockName(tx, KEY);
  const stored = await readSetting(tx, KEY);
  const last = stored ? (JSON.parse(stored) as Rollback) : null;
  if (last && at > last.at - MINUTE && at < last.at + last.by) return true;
  await storeSetting(tx, KEY, JSON.stringify({ at, by }));
  return false;
}

async function moveSessionTimes(store: Database, rollback: Rollback): Promise<void> {
  const { by } = rollback;
  const earlier = (time: string) => new Date(Date.parse(time) - by).toISOString();
  await transaction({ store }, async (tx) => {
    if (await isRepaired(tx, rollback)) return;
    for (const session of await tx.selectFrom('sessions').selectAll().execute()) {
      await tx
        .updateTable('sessions')
        .set({
          created_at: earlier(session.created_at),
          seen_at: earlier(session.seen_at),
          expires_at: earlier(session.expires_at),
        })
        .where('token_hash', '=', session.token_hash)
        .execute();
    }
  });
}
