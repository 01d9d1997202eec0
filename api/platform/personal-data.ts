import type { Db } from '../../db/database.ts';
import type { Tables, User } from '../../db/schema.ts';
import type { TransactionServices } from '../../db/transaction.ts';

/** An order that stays in the books when its buyer leaves. */
export interface RetainedOrder {
  reference: string;
  isPaid: boolean;
  isOpen: boolean;
}

/** What one module stores about a person: what they may export of it, and what is erased with the account. */
export interface PersonalData {
  /**
   * Every table of the module that refers to a person or to one of their orders, also where its rows
   * stay. A test fails for a table that is on no list.
   */
  tables: (keyof Tables)[];
  /** The parts of the export by their name; absent where there is nothing but keys. */
  export?: (db: Db, user: User) => Promise<Record<string, unknown>>;
  /** Removes or anonymises the rows, in the transaction that deletes the account. */
  erase?: (tx: Db, user: User) => Promise<unknown>;
  /**
   * Removes large files before that, in transactions of their own: overwriting hundreds of megabytes
   * in one would block all other writes for seconds.
   */
  eraseFiles?: (services: TransactionServices, user: User) => Promise<void>;
  /** What the owner is notified of when the person leaves. */
  listRetainedOrders?: (db: Db, user: User) => Promise<RetainedOrder[]>;
}
