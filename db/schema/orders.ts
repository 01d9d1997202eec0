import type { Instant, Json, Paise } from './columns.ts';

export interface Order {
  id: string;
  buyer_id: string;
  /** The UUID the client makes with its draft; unique, so one checkout is one order. */
  checkout_id: string;
  status: 'In Progress' | 'Accepted' | 'Rejected' | 'Delivered' | 'Completed';
  payment_type: 'Full' | 'Milestone';
  total: Paise;
  paid: Paise;
  /** How much of `paid` was or is being refunded. */
  refunded: Paise;
  /** How much of `paid` banks took back in lost disputes. */
  lost: Paise;
  /** When its buyer cancelled it; its status is then Rejected, and reads Cancelled. */
  cancelled_at: Instant | null;
  /** How much of `paid` must be refunded since it was cancelled. */
  promised: Paise | null;
  /** Set while the latest attempt has failed and nothing is paid. */
  failed_at: Instant | null;
  /** Snapshot of the items with their prices. */
  items: Json;
  address: Json;
  buyer_name: string;
  buyer_email: string;
  delivery_days: number;
  max_revisions: number;
  used_revisions: number;
  delivery_date: Instant | null;
  paid_at: Instant | null;
  created_at: Instant;
  updated_at: Instant;
}

/** An entry of an order's timeline. */
export interface OrderEvent {
  id: string;
  order_id: string;
  /** Its number within the order. */
  seq: number;
  /** Unique per order, so that reporting an event again does nothing. */
  key: string;
  kind: string;
  data: Json;
  at: Instant;
}

/** The buyer's requirements: text and links. */
export interface OrderRequirements {
  order_id: string;
  text: string;
  links: Json;
  created_at: Instant;
  updated_at: Instant;
}

/** A delivery of an order; each revision is followed by another. */
export interface Delivery {
  id: string;
  order_id: string;
  number: number;
  message: string;
  created_at: Instant;
}

export interface DeliveryFile {
  id: string;
  order_id: string;
  /** Null until its delivery is sent. */
  delivery_id: string | null;
  name: string;
  size: number;
  bytes: Buffer;
  created_at: Instant;
}

export interface Revision {
  id: string;
  order_id: string;
  /** Its number within the order, from 1 to `max_revisions`; below 0 once it has become a change. */
  number: number;
  description: string;
  status: 'Pending' | 'Approved' | 'Rejected' | 'Completed';
  requested_at: Instant;
  decided_at: Instant | null;
  completed_at: Instant | null;
}

/** A change of an order that one side proposes to the other. */
export interface OrderChange {
  id: string;
  order_id: string;
  /** Its number within the order. */
  number: number;
  proposed_by: 'buyer' | 'owner';
  /** The request for a revision that it was made of; that one does not count as a revision. */
  revision_id: string | null;
  description: string;
  amount: Paise;
  extra_days: number;
  status: 'Proposed' | 'Accepted' | 'Declined' | 'Withdrawn';
  proposed_at: Instant;
  decided_at: Instant | null;
}

/** What was agreed for an order; never changed. */
export interface Agreement {
  id: string;
  order_id: string;
  /** Canonical JSON of the terms. */
  json: Json;
  /** Of `json`, in hexadecimal digits. */
  sha256: string;
  /** The words that were shown to whoever accepted, with their versions. */
  texts: Json;
  accepted_by: string;
  accepted_at: Instant;
}

export interface OrdersTables {
  agreements: Agreement;
  orders: Order;
  order_events: OrderEvent;
  order_requirements: OrderRequirements;
  deliveries: Delivery;
  delivery_files: DeliveryFile;
  revisions: Revision;
  order_changes: OrderChange;
}
