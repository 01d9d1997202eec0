import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import * as states from '../../db/schema/states.ts';
import { app, shareApp } from '../support/shared-app.ts';

shareApp();

const COLUMNS: Record<string, readonly string[]> = {
  'notifications.type': states.NOTIFICATION_TYPES,
  'orders.status': states.ORDER_STATUSES,
  'orders.payment_type': states.PAYMENT_TYPES,
  'revisions.status': states.REVISION_STATUSES,
  'order_changes.status': states.CHANGE_STATUSES,
  'order_changes.proposed_by': states.SIDES,
  'quotes.status': states.QUOTE_STATUSES,
  'instalments.due': states.INSTALMENT_TRIGGERS,
  'instalment_reminders.stage': states.REMINDER_STAGES,
  'payments.status': states.PAYMENT_STANDINGS,
  'refunds.status': states.REFUND_STATUSES,
  'disputes.status': states.DISPUTE_STATUSES,
  'billing_documents.kind': states.DOCUMENT_KINDS,
  'gigs.status': states.PUBLICATION_STATUSES,
  'content_items.status': states.PUBLICATION_STATUSES,
};

test.runIf(process.env['TEST_ENGINE'] !== 'postgres')(
  'the database accepts exactly the values from which types, labels and filters derive',
  async () => {
    const { rows } = await sql<{ name: string; sql: string }>`
      select name, sql from sqlite_master where type = 'table'`.execute(
      app.server.services.store.db,
    );
    for (const [place, values] of Object.entries(COLUMNS)) {
      const [table, column] = place.split('.');
      const { sql: made = '' } = rows.find(({ name }) => name === table) ?? {};
      const check = new RegExp(`check \\(\\(?"?${column}"? in \\(([^)]*)\\)`, 'i').exec(made)?.[1];
      const accepted = check?.split(', ').map((value) => value.slice(1, -1));
      expect(accepted?.sort(), place).toEqual([...values].sort());
    }
  },
);

test('the notifications’ document names every type', () => {
  const file = new URL('../../api/modules/notifications/README.md', import.meta.url);
  const [, named = ''] = /\*\*Types\*\*: ([^.]*) are stored/.exec(readFileSync(file, 'utf8')) ?? [];
  expect(named.split(/, | and /)).toEqual([...states.NOTIFICATION_TYPES]);
});
