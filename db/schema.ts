import type { Generated } from 'kysely';

/** Integer paise. */
type Paise = number;
/** ISO-8601 UTC with milliseconds. */
type Instant = string;
/** YYYY-MM-DD. */
type Day = string;
type Flag = 0 | 1;
/** JSON text. */
type Json = string;

export interface Tables {
  users: User;
  sessions: Session;
  email_codes: EmailCode;
  password_links: PasswordLink;
  email_changes: EmailChange;
  devices: Device;
  limits: Limit;
  outbox: OutboxMail;
  media: Media;
  pictures: Picture;
  gigs: Gig;
  gig_pictures: GigPicture;
  plans: Plan;
  extras: Extra;
  faqs: Faq;
  projects: Project;
  reviews: Review;
  orders: Order;
  instalments: Instalment;
  payments: Payment;
  payment_events: PaymentEvent;
  rejected_payments: RejectedPayment;
  refunds: Refund;
  receipts: Receipt;
  order_events: OrderEvent;
  order_requirements: OrderRequirements;
  settings: Setting;
  leases: LeaseRow;
  versions: Version;
  deliveries: Delivery;
  delivery_files: DeliveryFile;
  hidden_reviews: HiddenReview;
  conversations: Conversation;
  messages: Message;
  attachments: Attachment;
  notifications: Notification;
  notification_preferences: NotificationPreference;
  revisions: Revision;
}

export interface User {
  id: string;
  name: string;
  /** Lower-case. */
  email: string;
  password_hash: string | null;
  role: 'buyer' | 'owner';
  avatar_hash: string | null;
  is_verified: Flag;
  last_login_at: Instant | null;
  created_at: Instant;
}

export interface Session {
  token_hash: string;
  user_id: string;
  created_at: Instant;
  seen_at: Instant;
  expires_at: Instant;
  user_agent: string;
}

export interface EmailCode {
  user_id: string;
  salt: string;
  code_hash: string;
  tries: number;
  sends: number;
  sent_at: Instant;
  expires_at: Instant;
}

/** A link that sets a password, once. */
export interface PasswordLink {
  token_hash: string;
  user_id: string;
  /** How it reaches its reader: by mail, or printed at the start for the owner. */
  source: 'mail' | 'console';
  expires_at: Instant;
}

/** A new address that waits for the code sent to it. */
export interface EmailChange {
  user_id: string;
  email: string;
  salt: string;
  code_hash: string;
  tries: number;
  expires_at: Instant;
}

/** A browser that somebody has signed in with before. */
export interface Device {
  token_hash: string;
  user_id: string;
  created_at: Instant;
}

/** How often something was done since its window began. */
export interface Limit {
  key: string;
  used: number;
  ends_at: Instant;
}

export interface OutboxMail {
  id: string;
  kind: string;
  /** One mail per key, however often its event is reported. */
  dedupe_key: string;
  /** A keyed hash of the address; emptied once delivered. */
  recipient: string;
  /** The message, encrypted with the installation's key; emptied once delivered by SMTP. */
  encrypted: Buffer | null;
  created_at: Instant;
  next_try_at: Instant;
  tries: number;
  sent_at: Instant | null;
}

export interface Media {
  hash: string;
  mime: string;
  bytes: Buffer;
  created_at: Instant;
}

export interface Picture {
  id: string;
  width: number;
  height: number;
  /** `[{width, mime, hash}]`, smallest first. */
  variants: Json;
}

export interface Gig {
  id: string;
  slug: string;
  position: number;
  status: 'draft' | 'published' | 'retired';
  title: string;
  description_html: string;
  technologies: Json;
  /** Mean of the visible reviews in hundredths of a star: 4.63 is 463. */
  rating_hundredths: number;
  review_count: number;
  created_at: Instant;
  updated_at: Instant;
  /** Grows with every save by the owner, so that two tabs cannot overwrite each other. */
  version: number;
}

export interface GigPicture {
  gig_id: string;
  position: number;
  picture_id: string;
  alt: string;
}

export interface Plan {
  id: string;
  gig_id: string;
  position: number;
  plan_type: string;
  title: string;
  price: Paise;
  short_description: string;
  delivery_days: number;
  revision_count: number;
  features: Json;
}

export interface Extra {
  id: string;
  gig_id: string;
  position: number;
  name: string;
  description: string;
  price: Paise;
}

export interface Faq {
  id: string;
  gig_id: string;
  position: number;
  question: string;
  answer: string;
}

export interface Project {
  id: string;
  slug: string;
  position: number;
  title: string;
  description: string;
  industry: string;
  tech: Json;
  price_min: Paise;
  price_max: Paise;
  started_on: Day;
  ended_on: Day;
  posted_on: Day;
  picture_id: string;
  alt: string;
  status: Gig['status'];
  updated_at: Instant;
  version: number;
}

export interface Review {
  id: string;
  gig_id: string;
  user_id: string;
  /** Null for reviews of the seed. */
  order_id: string | null;
  /** Half stars: 1 to 10. */
  half_stars: number;
  comment: string;
  plan_type: string;
  price: Paise;
  delivery_days: number;
  edited: Flag;
  created_at: Instant;
  updated_at: Instant;
  /** The owner's reply. */
  reply: string | null;
  replied_at: Instant | null;
}

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

/** One instalment of an order: all of it, or the first or second half. */
export interface Instalment {
  id: string;
  order_id: string;
  number: 1 | 2;
  amount: Paise;
  provider_order_id: string | null;
  /** The payment that settled it. */
  payment_id: string | null;
  created_at: Instant;
  checked_at: Instant | null;
  /** When the buyer last opened it at the provider. */
  opened_at: Instant | null;
}

/** A payment that the provider captured. */
export interface Payment {
  /** The provider's id. */
  id: string;
  provider_order_id: string;
  instalment_id: string | null;
  order_id: string | null;
  amount: Paise;
  currency: string;
  method: string;
  /** `settled` counts towards an order; `unmatched` has no order; the third is an overpayment to refund. */
  status: 'settled' | 'surplus' | 'unmatched';
  captured_at: Instant;
  /** How much of it was or is being refunded. */
  refunded: Paise;
}

/** A refund to the buyer. */
export interface Refund {
  /** Ours; the provider's idempotency key and receipt. */
  id: string;
  payment_id: string;
  provider_id: string | null;
  amount: Paise;
  status: 'asked' | 'pending' | 'processed' | 'failed';
  reason: string;
  created_at: Instant;
  updated_at: Instant;
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

/** A numbered receipt; its PDF is rendered from `data` when it is first requested. */
export interface Receipt {
  number: string;
  /** Financial year of India: '2026-27'. */
  year: string;
  serial: number;
  payment_id: string;
  order_id: string;
  data: Json;
  /** The PDF rendered from `data`; null until it is requested. */
  pdf: Buffer | null;
  created_at: Instant;
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

export interface PaymentEvent {
  /** The provider's event id. */
  id: string;
  type: string;
  body: Json;
  received_at: Instant;
  handled_at: Instant | null;
  /** The outcome: a payment's status, or why there was none. */
  outcome: string | null;
  tries: number;
}

/** Who does what only one process may do at a time, and until when unless renewed. */
export interface LeaseRow {
  name: string;
  holder: string;
  expires_at: Instant;
}

export interface Setting {
  key: string;
  value: string;
}

/** The conversation about one order, between its buyer and the owner. */
export interface Conversation {
  id: string;
  order_id: string;
  buyer_id: string;
  last_message_id: string | null;
  last_message_at: Instant | null;
  /** Grows with every message of any conversation: the newest has the highest. */
  last_message_seq: number;
  created_at: Instant;
}

export interface Message {
  id: string;
  conversation_id: string;
  sender_id: string;
  /** The UUID the client makes; unique, so a repeated send stores one message. */
  client_id: string;
  /** Its number within the conversation; lists are ordered by it, because a clock may be rolled back. */
  seq: number;
  text: string;
  seen_at: Instant | null;
  created_at: Instant;
}

export interface Attachment {
  id: string;
  conversation_id: string;
  uploader_id: string;
  /** Null until its message is sent. */
  message_id: string | null;
  kind: 'image' | 'file';
  name: string;
  mime: string;
  size: number;
  width: number | null;
  height: number | null;
  bytes: Buffer;
  created_at: Instant;
  /** Its position among the files of its message. */
  position: Generated<number>;
}

export interface Notification {
  id: string;
  user_id: string;
  /** Grows with every notification of its reader, and when one is renewed. */
  seq: number;
  type: 'order' | 'payment' | 'revision' | 'review' | 'new_message';
  message: string;
  order_id: string | null;
  /** The live type, where it differs from the stored one. */
  live: 'update_order_status' | 'update_revision_status' | null;
  /** When it was pushed to open sockets; the row is stored first. */
  pushed_at: Instant | null;
  read_at: Instant | null;
  created_at: Instant;
}

export interface NotificationPreference {
  user_id: string;
  type: Notification['type'];
  in_app: Flag;
  email: Flag;
}

export interface Revision {
  id: string;
  order_id: string;
  /** Its number within the order, from 1 to `max_revisions`. */
  number: number;
  description: string;
  status: 'Pending' | 'Approved' | 'Rejected' | 'Completed';
  requested_at: Instant;
  decided_at: Instant | null;
  completed_at: Instant | null;
}

/** A gig or project before a save, as the body of the owner's form. */
export interface Version {
  kind: 'gig' | 'project';
  item_id: string;
  version: number;
  body: Json;
  saved_at: Instant;
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

/** A review hidden from visitors, with the reason. */
export interface HiddenReview {
  review_id: string;
  reason: string;
  hidden_at: Instant;
}
