import type { Migration } from 'kysely/migration';
import { createAccounts } from './0001-schema/accounts.ts';
import { createCatalog, createReviews } from './0001-schema/catalog.ts';
import { createConversations } from './0001-schema/conversations.ts';
import { createDeliveries, createOrders } from './0001-schema/orders.ts';
import { createPayments } from './0001-schema/payments.ts';
import { createPlatform } from './0001-schema/platform.ts';

export const schema: Migration = {
  // In the order in which they refer to each other.
  async up(db) {
    await createPlatform(db);
    await createAccounts(db);
    await createCatalog(db);
    await createOrders(db);
    await createDeliveries(db);
    await createPayments(db);
    await createReviews(db);
    await createConversations(db);
  },
};
