import { expect } from 'vitest';
import type { Tables } from '../../../db/schema.ts';
import type { Answer } from '../../support/http-client.ts';
import type { Setup } from './setup.ts';

type Promised = 'orders' | 'payments' | 'refunds' | 'instalments' | 'quotes' | 'order_changes';

/** What the row of a 2xx answer must hold at the end, whatever happens after the answer. */
export function expectRow<T extends Promised | 'revisions' | 'messages'>(
  setup: Setup,
  { status }: Answer,
  what: string,
  [table, id, expected]: [T, string, Partial<Record<keyof Tables[T], unknown>>],
): void {
  if (status !== 200 && status !== 201) return;
  setup.expectedRows.push({
    what,
    async check() {
      const { db } = setup.app.server.services.store;
      const rows = await db
        .selectFrom(table as 'orders')
        .selectAll()
        .execute();
      const column = table === 'messages' ? 'client_id' : 'id';
      const row = rows.find((each) => (each as Record<string, unknown>)[column] === id);
      expect(row, what).toMatchObject(expected);
    },
  });
}

/** A status that an answer promised is in the timeline. */
export function expectStatus(setup: Setup, answer: Answer, id: string, status: string): void {
  if (answer.status !== 200) return;
  setup.expectedRows.push({
    what: `the order is ${status}`,
    async check() {
      const events = await setup.app.server.services.store.db
        .selectFrom('order_events')
        .select('data')
        .where('order_id', '=', id)
        .where('kind', '=', 'status')
        .execute();
      const statuses = events.map(({ data }) => (JSON.parse(data) as { status: string }).status);
      expect(statuses, `the order is ${status}`).toContain(status);
    },
  });
}
