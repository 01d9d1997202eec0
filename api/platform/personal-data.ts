import type { Expression } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { Tables, User } from '../../db/schema.ts';
import type { TransactionServices } from '../../db/transaction.ts';
import type { Currency } from './money/rules.ts';

/** An order that is retained for accounting after its buyer's account is deleted. */
export interface RetainedOrder {
  reference: string;
  isPaid: boolean;
}

/** A paid order under way: its buyer's account cannot be deleted before it is cancelled or has ended. */
export interface OpenOrder {
  _id: string;
  title: string;
  orderStatus: string;
  /** What cancelling it would give back, in rupees, a sentence about it, and how long it takes. */
  cancellation: {
    mayCancel: boolean;
    refund: number;
    currency: Currency;
    sentence: string;
    refundDays: string;
  };
}

/** A module's data about a person: its export and its erasure, and what accounts asks about it. */
export interface PersonalData {
  /**
   * Every table of the module that refers to a person or to one of their orders, also if its rows are
   * retained. A test fails for a table that is in no list.
   */
  tables: (keyof Tables)[];
  /** The parts of the export by name; undefined if the module stores only keys. */
  export?: (db: Db, user: User) => Promise<Record<string, unknown>>;
  /** What only the owner gives out, when the person asks for their data; the person's own export leaves it out. */
  onRequest?: (db: Db, user: User) => Promise<Record<string, unknown>>;
  /** Locks what must not change while the account is deleted, before `listOpenOrders` decides. */
  lock?: (tx: Db, user: User) => Promise<unknown>;
  /** Deletes or anonymizes the rows, in the transaction that deletes the account. */
  erase?: (tx: Db, user: User) => Promise<unknown>;
  /**
   * Deletes large files before `erase`, in separate transactions: overwriting hundreds of megabytes in one
   * would block all other writes for seconds.
   */
  eraseFiles?: (services: TransactionServices, user: User) => Promise<void>;
  /** The person's orders that the owner is notified of when the account is deleted. */
  listRetainedOrders?: (db: Db, user: User) => Promise<RetainedOrder[]>;
  /** The ids of the person's paid and failed orders, newest first. */
  listOrderIds?: (db: Db, userId: string) => Promise<string[]>;
  /** Selects the ids of the people who have such data because they bought something or asked about it. */
  clients?: (db: Db) => Expression<string>;
  /** The person's orders that keep the account from being deleted. */
  listOpenOrders?: (db: Db, user: User, now: Date) => Promise<OpenOrder[]>;
}
