import { later, MINUTE } from '../lib/clock.ts';
import type { Deps } from '../lib/deps.ts';
import { countStuck, listGivenUp } from './queries.ts';
import { PASSING, type Trouble, WAITS_TOO_LONG_MINUTES } from './rules.ts';

/** Of a mail, what its owner may see: never what it says. */
export interface GivenUpMail {
  _id: string;
  kind: string;
  /** Both null where nobody can read it. */
  to: string | null;
  subject: string | null;
  at: string;
  trouble: Trouble;
}

/** Mail that was given up, newest first, and how much waits for the mail server since when. */
export async function findMailTroubles({ store, clock, outbox }: Deps) {
  const [rows, stuck] = await Promise.all([
    listGivenUp(store.db),
    countStuck(store.db, later(clock(), -WAITS_TOO_LONG_MINUTES * MINUTE)),
  ]);
  const givenUp = rows.map(({ id, kind, sealed, created_at }): GivenUpMail => {
    const mail = sealed && outbox.open(sealed);
    const trouble = !mail ? 'unreadable' : PASSING.includes(kind) ? 'passing' : 'refused';
    const told = { to: mail?.to ?? null, subject: mail?.subject ?? null };
    return { _id: id, kind, ...told, at: created_at, trouble };
  });
  return { givenUp, stuck };
}
