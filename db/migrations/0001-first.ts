import type { Migration } from 'kysely/migration';
import { createAccounts } from './0001-first/accounts.ts';
import { createCatalog } from './0001-first/catalog.ts';
import { createConversations } from './0001-first/conversations.ts';
import { createOrders } from './0001-first/orders.ts';
import { createPayments } from './0001-first/payments.ts';
import { createPlatform } from './0001-first/platform.ts';

export const first: Migration = {
  // In the order in which they refer to each other.
  async up(db) {
    await createPlatform(db);
    await createAccounts(db);
    await createCatalog(db);
    await createOrders(db);
    await createPayments(db);
    await createConversations(db);
  },
};
