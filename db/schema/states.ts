/**
 * The values of columns that the database checks. Row types, JSON, labels, icons and filters derive from them; a
 * test compares each with the check. The order is the one of lists and filters.
 */

export const NOTIFICATION_TYPES = [
  'order',
  'payment',
  'revision',
  'review',
  'new_message',
] as const;
export type NotificationType = (typeof NOTIFICATION_TYPES)[number];

/** The currencies of orders. */
export const CURRENCIES = ['INR', 'USD'] as const;
export type Currency = (typeof CURRENCIES)[number];

export const ORDER_STATUSES = [
  'In Progress',
  'Accepted',
  'Delivered',
  'Completed',
  'Rejected',
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** The shown statuses of orders with a payment. */
export const PAID_STATUSES = [...ORDER_STATUSES, 'Cancelled', 'Refunded'] as const;

export const SHOWN_STATUSES = [...PAID_STATUSES, 'Awaiting payment'] as const;

export const PAYMENT_TYPES = ['Full', 'Milestone'] as const;
export type PaymentType = (typeof PAYMENT_TYPES)[number];

export const REVISION_STATUSES = ['Pending', 'Approved', 'Rejected', 'Completed'] as const;
export type RevisionStatus = (typeof REVISION_STATUSES)[number];

export const CHANGE_STATUSES = ['Proposed', 'Accepted', 'Declined', 'Withdrawn'] as const;
export type ChangeStatus = (typeof CHANGE_STATUSES)[number];

/** The two who take part in an order. */
export const SIDES = ['buyer', 'owner'] as const;
export type Side = (typeof SIDES)[number];

export const QUOTE_STATUSES = [
  'Draft',
  'Sent',
  'Accepted',
  'Declined',
  'Withdrawn',
  'Expired',
] as const;
export type QuoteStatus = (typeof QUOTE_STATUSES)[number];

/** The events that make an instalment due. */
export const INSTALMENT_TRIGGERS = ['accepting', 'date', 'delivery', 'completion'] as const;
export type InstalmentTrigger = (typeof INSTALMENT_TRIGGERS)[number];

export const REMINDER_STAGES = ['soon', 'today', 'overdue'] as const;
export type ReminderStage = (typeof REMINDER_STAGES)[number];

/** `settled` counts towards an order; `unmatched` has no order; a `surplus` is an overpayment to refund. */
export const PAYMENT_STANDINGS = ['settled', 'surplus', 'unmatched'] as const;
export type PaymentStanding = (typeof PAYMENT_STANDINGS)[number];

export const REFUND_STATUSES = ['asked', 'pending', 'processed', 'failed'] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];

export const DISPUTE_STATUSES = ['open', 'under_review', 'won', 'lost', 'closed'] as const;
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number];

export const DOCUMENT_KINDS = ['invoice', 'refund', 'credit'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** Of gigs and past work. */
export const PUBLICATION_STATUSES = ['draft', 'published', 'retired'] as const;
export type PublicationStatus = (typeof PUBLICATION_STATUSES)[number];

/** What is counted of visits: pages opened, where visitors came from, and the page where Order was pressed. */
export const VISIT_KINDS = ['page', 'source', 'order'] as const;
