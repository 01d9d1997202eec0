import type { Person } from '../support/http-client.ts';

export type Currency = 'INR' | 'USD';

/** What must be true of the app, in plain values: steps change it, the invariants compare the app with it. */
export interface Model {
  buyers: BuyerModel[];
  orders: OrderModel[];
  payments: PaymentModel[];
  quotes: QuoteModel[];
  gigs: GigModel[];
  /** Who deleted their account. */
  left: LeftModel[];
  backup: BackupModel | null;
  assistant: AssistantModel | null;
  /** Browsers of sessions of assistants that have ended. */
  endedStaff: Person[];
  /** Days that have passed. */
  day: number;
  /** How many steps were taken. */
  steps: number;
  /** The time of day after which no more are taken, in milliseconds. */
  endsAt: number;
  /** Whether the shop sells in dollars. */
  sellsDollars: boolean;
  /** Whether the mail server takes mail. */
  mailWorks: boolean;
  /** Ends the seconds in which what the owner has pressed can be undone; null if nothing is pressed. */
  endPressed: (() => Promise<void>) | null;
}

export interface BuyerModel {
  name: string;
  email: string;
  userId: string;
  person: Person;
  signedInOn: number;
  /** Browsers of sessions that have ended. */
  ended: Person[];
  /** The account is deleted. */
  isGone: boolean;
}

export interface AssistantModel {
  userId: string;
  person: Person;
}

/** Somebody who left, and what was said, mailed and logged before: that may name them. */
export interface LeftModel {
  buyer: BuyerModel;
  answers: number;
  mails: number;
  lines: number;
  /** Subjects of the mails that waited: those still leave. */
  waiting: string[];
}

/** A copy of the database, and what was true when it was made. */
interface BackupModel {
  file: string;
  model: Model;
}

export type Trigger = 'accepting' | 'delivery' | 'completion' | 'date';

export interface InstalmentModel {
  /** Paise. */
  amount: number;
  /** The order at the provider; null until it is opened. */
  checkout: string | null;
  paidBy: string | null;
  trigger: Trigger;
  /** When it is to be paid, in milliseconds; null until the delivery or the completion. */
  payBy: number | null;
  /** The owner does without it. */
  isWaived: boolean;
}

export interface QuoteModel {
  id: string;
  conversation: string;
  buyer: BuyerModel;
  currency: Currency;
  /** Of its instalments, in paise. */
  amounts: number[];
  opensWhenPaid: boolean;
  status: 'Sent' | 'Accepted' | 'Declined' | 'Withdrawn' | 'Expired';
  /** The day it was sent or accepted. */
  on: number;
  order: OrderModel | null;
}

export interface ChangeModel {
  id: string;
  by: string;
  /** Paise. */
  amount: number;
  status: 'Proposed' | 'Accepted' | 'Declined' | 'Withdrawn';
}

interface RevisionModel {
  id: string;
  status: 'Pending' | 'Approved' | 'Rejected' | 'Completed';
  /** It does not count. */
  isChange?: true;
}

export interface GigModel {
  id: string;
  /** As the owner saved it; null before. */
  title: string | null;
  /** Paise that its plans cost more than at first. */
  dearer: number;
  isOffered: boolean;
  /** Whether the files of later orders open with the part due on delivery. */
  opensWhenPaid: boolean;
}

export interface ReviewModel {
  id: string;
  stars: number;
  /** The owner's answer. */
  reply: string;
  isHidden: boolean;
}

export interface FileModel {
  id: string;
  content: string;
  /** For the next delivery, delivered, or sent in the conversation. */
  kind: 'waiting' | 'delivered' | 'of the owner' | 'of the buyer';
  /** The version it was delivered with. */
  version?: number;
}

/** On a delivered file. */
export interface PinModel {
  id: string;
  version: number;
  isResolved: boolean;
  /** The revision that was requested from it last. */
  revision: string | null;
  /** The version that answers it. */
  answeredIn: number | null;
}

export interface OrderModel {
  label: string;
  buyer: BuyerModel;
  id: string;
  /** What was sent to place it; null where a quote was accepted. */
  cart: Record<string, unknown> | null;
  gigId: string;
  /** Of all its amounts: paise or cents. */
  currency: Currency;
  /** What was offered when it was placed. */
  offer: string;
  instalments: InstalmentModel[];
  status: 'In Progress' | 'Accepted' | 'Rejected' | 'Cancelled' | 'Delivered' | 'Completed';
  maxRevisions: number;
  revisions: RevisionModel[];
  changes: ChangeModel[];
  /** Paise of its invoice; null until it is completed. */
  invoiced: number | null;
  /** Its quote was not paid in time: nobody can pay it any more. */
  lapsed: boolean;
  /** The hash of what was agreed, since it was first seen. */
  agreement: string | null;
  /** Versions, with those that correct one before. */
  deliveries: number;
  /** How often each was corrected. */
  corrections: number[];
  deliveredOn: number;
  /** Whether the agreement keeps files closed until the part due on delivery is paid. */
  opensWhenPaid: boolean;
  /** When previews were first delivered, in milliseconds, and the day on which the files opened; null before. */
  handOver: { previewedAt: number; openedOn: number | null } | null;
  /** The owner ended it, because nobody paid for its files. */
  isEnded: boolean;
  /** Client ids of the messages that were accepted, in order. */
  messages: string[];
  files: FileModel[];
  /** Those that went with the buyer's account. */
  goneFiles: FileModel[];
  pins: PinModel[];
  /** Paise that were waived after its invoice. */
  credited: number;
  review: ReviewModel | null;
}

export interface PaymentModel {
  id: string;
  signature: string;
  order: OrderModel;
  instalment: InstalmentModel;
  /** Where it was paid. */
  checkout: string;
  bank: 'failed' | 'authorized' | 'captured';
  /** The day of the attempt. */
  madeOn: number;
  /** Whether the app knows that it failed. */
  failureKnown: boolean;
  /** What the app made of it; null until it knows of it. */
  app: 'settled' | 'surplus' | 'unmatched' | null;
  /** Paise that went back or are going back. */
  refunded: number;
  /** Paise that a bank took back in disputes. */
  lost: number;
  /** The dispute that the bank has not decided. */
  dispute: string | null;
  /** What it was for came after the backup that was restored. */
  isLost: boolean;
}
