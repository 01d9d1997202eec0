import type { AccountsTables } from './schema/accounts.ts';
import type { BillingTables } from './schema/billing.ts';
import type { CaseStudiesTables } from './schema/case-studies.ts';
import type { CatalogTables } from './schema/catalog.ts';
import type { ChatTables } from './schema/chat.ts';
import type { ClientsTables } from './schema/clients.ts';
import type { DeliveriesTables } from './schema/deliveries.ts';
import type { DisputeEvidenceTables } from './schema/dispute-evidence.ts';
import type { LegalTables } from './schema/legal.ts';
import type { NotificationsTables } from './schema/notifications.ts';
import type { OrdersTables } from './schema/orders.ts';
import type { PaymentsTables } from './schema/payments.ts';
import type { PlatformTables } from './schema/platform.ts';
import type { QuotesTables } from './schema/quotes.ts';
import type { ReviewsTables } from './schema/reviews.ts';
import type { SiteTables } from './schema/site.ts';
import type { VisitsTables } from './schema/visits.ts';

export type * from './schema/accounts.ts';
export type * from './schema/billing.ts';
export type * from './schema/case-studies.ts';
export type * from './schema/catalog.ts';
export type * from './schema/chat.ts';
export type * from './schema/clients.ts';
export type * from './schema/deliveries.ts';
export type * from './schema/dispute-evidence.ts';
export type * from './schema/legal.ts';
export type * from './schema/notifications.ts';
export type * from './schema/orders.ts';
export type * from './schema/payments.ts';
export type * from './schema/platform.ts';
export type * from './schema/quotes.ts';
export type * from './schema/reviews.ts';
export type * from './schema/site.ts';
export type * from './schema/visits.ts';

export interface Tables
  extends AccountsTables,
    BillingTables,
    CaseStudiesTables,
    CatalogTables,
    ChatTables,
    ClientsTables,
    DeliveriesTables,
    DisputeEvidenceTables,
    LegalTables,
    NotificationsTables,
    OrdersTables,
    PaymentsTables,
    PlatformTables,
    QuotesTables,
    ReviewsTables,
    SiteTables,
    VisitsTables {}
