import type { Generated } from 'kysely';
import type { Instant, Json, Paise } from './columns.ts';
import type {
  ChangeStatus,
  DisputeStatus,
  InstalmentTrigger,
  PaymentStanding,
  RefundStatus,
  ReminderStage,
  Side,
} from './states.ts';

/** An instalment of an order; payment of the first one starts the order. */
export interface Instalment {
  id: string;
  order_id: string;
  /** Numbered from 1, in order of payment. */
  number: number;
  title: string;
  /** The agreed amount; what is paid is less by `tax_deducted`. */
  amount: Paise;
  /** The rule under which the buyer, a company, deducts tax from it; null without. */
  tax_rule: string | null;
  tax_deducted: Paise;
  /** The number of the certificate for it; null while it is awaited. */
  tax_certificate: string | null;
  /** The accepted change that added it; null for an agreed one. */
  change_id: string | null;
  /** The event that makes it due. */
  due: InstalmentTrigger;
  /** The due date; null until the event in `due` has happened. */
  pay_by: Instant | null;
  /** The time when the owner waived it. A payment that arrives later is an overpayment. */
  waived_at: Instant | null;
  provider_order_id: string | null;
  /** The payment that settled it. */
  payment_id: string | null;
  created_at: Instant;
  checked_at: Instant | null;
  /** The last time the buyer opened it at the provider. */
  opened_at: Instant | null;
}

/** A payment captured by the provider. */
export interface Payment {
  /** The provider's id. */
  id: string;
  provider_order_id: string;
  instalment_id: string | null;
  order_id: string | null;
  amount: Paise;
  currency: string;
  method: string;
  status: PaymentStanding;
  captured_at: Instant;
  /** The part that is refunded or being refunded. */
  refunded: Paise;
  /** The part that the bank took in lost disputes. */
  lost: Paise;
  /** The provider's fee in paise, whatever the currency, including its tax; null if not known yet. */
  fee: Paise | null;
  fee_tax: Paise | null;
  /** What the provider takes a payment in another currency for, in paise; null for rupees, or if it said nothing. */
  base_amount: Paise | null;
}

export interface PaymentEvent {
  /** The hash of its signed body. */
  id: string;
  type: string;
  body: Json;
  received_at: Instant;
  handled_at: Instant | null;
  /** The outcome: a payment's status, or why there was none. */
  outcome: string | null;
  tries: number;
}

/** A payment result that could not be verified. */
export interface RejectedPayment {
  id: string;
  order_id: string | null;
  user_id: string;
  provider_order_id: string;
  payment_id: string;
  reason: string;
  created_at: Instant;
}

export interface Refund {
  /** Our id; also the idempotency key and the receipt at the provider. */
  id: string;
  payment_id: string;
  provider_id: string | null;
  amount: Paise;
  status: RefundStatus;
  reason: string;
  created_at: Instant;
  updated_at: Instant;
}

/** A dispute: the payer's bank questions a payment. */
export interface Dispute {
  /** The provider's id. */
  id: string;
  payment_id: string;
  order_id: string | null;
  amount: Paise;
  /** That of its payment. */
  currency: string;
  /** The amount that the bank has deducted; 0 until the dispute is lost. */
  deducted: Paise;
  phase: string;
  status: DisputeStatus;
  /** The bank's reason code. */
  reason: string;
  respond_by: Instant;
  /** The owner's text for the bank. */
  summary: string;
  /** The last time the evidence was prepared. */
  prepared_at: Instant | null;
  submitted_at: Instant | null;
  /** The last reminder, as the number of days that were left. */
  reminded_days: number | null;
  /** Incremented with each change (optimistic locking). */
  version: number;
  created_at: Instant;
  updated_at: Instant;
  checked_at: Instant;
}

/** A proposed change of an order. */
export interface OrderChange {
  id: string;
  order_id: string;
  /** The number in the order. */
  number: number;
  proposed_by: Side;
  /** The revision request from which it was made; that request does not count as a revision. */
  revision_id: string | null;
  description: string;
  amount: Paise;
  extra_days: number;
  status: ChangeStatus;
  proposed_at: Instant;
  decided_at: Instant | null;
}

/** A sent reminder. Unique per stage and due date. */
export interface InstalmentReminder {
  instalment_id: string;
  pay_by: Instant;
  stage: ReminderStage;
  sent_at: Instant;
}

/** What a seller owes beyond the refund of an order; settled by hand. */
export interface Compensation {
  order_id: string;
  amount: Paise;
  /** The buyer cancelled a late order, or the seller an accepted one. */
  cause: 'late' | 'cancelled';
  owed_at: Instant;
  settled_at: Instant | null;
  /** The bank's reference of the transfer. */
  reference: string | null;
}

/** A link with which somebody without an account can pay an instalment; at most one for each. */
export interface PaymentLink {
  token_hash: string;
  instalment_id: string;
  created_at: Instant;
  expires_at: Instant;
  revoked_at: Instant | null;
}

export interface PaymentsTables {
  compensations: Compensation;
  instalment_reminders: InstalmentReminder;
  instalments: Omit<Instalment, 'tax_deducted'> & { tax_deducted: Generated<Paise> };
  payment_links: PaymentLink;
  payments: Payment;
  payment_events: PaymentEvent;
  rejected_payments: RejectedPayment;
  refunds: Refund;
  order_changes: OrderChange;
  disputes: Dispute;
}
