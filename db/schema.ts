import type { AccountsTables } from './schema/accounts.ts';
import type { CatalogTables } from './schema/catalog.ts';
import type { ConversationsTables } from './schema/conversations.ts';
import type { OrdersTables } from './schema/orders.ts';
import type { PaymentsTables } from './schema/payments.ts';
import type { PlatformTables } from './schema/platform.ts';
import type { QuotesTables } from './schema/quotes.ts';
import type { SiteTables } from './schema/site.ts';

export type * from './schema/accounts.ts';
export type * from './schema/catalog.ts';
export type * from './schema/conversations.ts';
export type * from './schema/orders.ts';
export type * from './schema/payments.ts';
export type * from './schema/platform.ts';
export type * from './schema/quotes.ts';
export type * from './schema/site.ts';

export interface Tables
  extends AccountsTables,
    CatalogTables,
    ConversationsTables,
    OrdersTables,
    PaymentsTables,
    PlatformTables,
    QuotesTables,
    SiteTables {}
