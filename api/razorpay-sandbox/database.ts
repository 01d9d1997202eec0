import Database from 'better-sqlite3';

import type {
  CaptureMode,
  DisputePhase,
  DisputeStatus,
  DowntimeMethod,
  DowntimeSeverity,
  Method,
  OrderStatus,
  PaymentStatus,
} from './types.ts';

export interface OrderRow {
  seq: number;
  id: string;
  amount: number;
  amount_paid: number;
  currency: string;
  receipt: string | null;
  status: OrderStatus;
  attempts: number;
  capture: CaptureMode | null;
  notes: string;
  created_at: number;
}

export interface PaymentRow {
  seq: number;
  id: string;
  order_id: string;
  amount: number;
  currency: string;
  status: PaymentStatus;
  method: Method;
  international: number;
  amount_refunded: number;
  was_captured: number;
  fee: number | null;
  tax: number | null;
  description: string | null;
  email: string | null;
  contact: string | null;
  instrument: string;
  /** The bank's future answer: 'success' or a reason of payment-failures.ts. */
  plan: string;
  failure: string | null;
  created_at: number;
}

export interface RefundRow {
  seq: number;
  id: string;
  payment_id: string;
  amount: number;
  currency: string;
  status: 'created' | 'pending' | 'processed' | 'failed' | 'reversed';
  speed: string;
  receipt: string | null;
  notes: string;
  idempotency_key: string | null;
  request: string | null;
  created_at: number;
}

export interface DisputeRow {
  seq: number;
  id: string;
  payment_id: string;
  amount: number;
  amount_deducted: number;
  currency: string;
  reason_code: string;
  respond_by: number;
  status: DisputeStatus;
  phase: DisputePhase;
  evidence: string;
  created_at: number;
}

export interface DocumentRow {
  seq: number;
  id: string;
  purpose: string;
  name: string;
  mime_type: string;
  size: number;
  content: Buffer;
  created_at: number;
}

export interface DowntimeRow {
  seq: number;
  id: string;
  method: DowntimeMethod;
  severity: DowntimeSeverity;
  status: 'started' | 'updated' | 'resolved';
  instrument: string;
  begin_at: number;
  end_at: number | null;
  created_at: number;
  updated_at: number;
}

export interface EventRow {
  seq: number;
  id: string;
  event: string;
  body: string;
  signature: string;
  status: 'pending' | 'delivered' | 'expired';
  attempts: number;
  last_status: number | null;
  created_at: number;
}

const SCHEMA = `
CREATE TABLE IF NOT EXISTS orders (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
  amount INTEGER NOT NULL CHECK (amount >= 100), amount_paid INTEGER NOT NULL DEFAULT 0,
  currency TEXT NOT NULL, receipt TEXT, unique_receipt TEXT UNIQUE,
  status TEXT NOT NULL DEFAULT 'created', attempts INTEGER NOT NULL DEFAULT 0,
  capture TEXT, notes TEXT NOT NULL, created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS orders_receipt ON orders (receipt);
CREATE TABLE IF NOT EXISTS payments (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
  order_id TEXT NOT NULL REFERENCES orders (id),
  amount INTEGER NOT NULL, currency TEXT NOT NULL, status TEXT NOT NULL DEFAULT 'created',
  method TEXT NOT NULL, international INTEGER NOT NULL DEFAULT 0,
  amount_refunded INTEGER NOT NULL DEFAULT 0 CHECK (amount_refunded <= amount),
  was_captured INTEGER NOT NULL DEFAULT 0, fee INTEGER, tax INTEGER,
  description TEXT, email TEXT, contact TEXT, instrument TEXT NOT NULL,
  plan TEXT NOT NULL, failure TEXT, created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS payments_order ON payments (order_id);
CREATE INDEX IF NOT EXISTS payments_open ON payments (status, created_at);
CREATE TABLE IF NOT EXISTS refunds (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
  payment_id TEXT NOT NULL REFERENCES payments (id),
  amount INTEGER NOT NULL, currency TEXT NOT NULL, status TEXT NOT NULL,
  speed TEXT NOT NULL, receipt TEXT, notes TEXT NOT NULL,
  idempotency_key TEXT, request TEXT, created_at INTEGER NOT NULL,
  UNIQUE (payment_id, idempotency_key)
) STRICT;
CREATE TABLE IF NOT EXISTS disputes (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
  payment_id TEXT NOT NULL REFERENCES payments (id),
  amount INTEGER NOT NULL, amount_deducted INTEGER NOT NULL DEFAULT 0,
  currency TEXT NOT NULL, reason_code TEXT NOT NULL, respond_by INTEGER NOT NULL,
  status TEXT NOT NULL DEFAULT 'open', phase TEXT NOT NULL,
  evidence TEXT NOT NULL, created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS disputes_payment ON disputes (payment_id);
CREATE TABLE IF NOT EXISTS documents (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
  purpose TEXT NOT NULL, name TEXT NOT NULL, mime_type TEXT NOT NULL,
  size INTEGER NOT NULL, content BLOB NOT NULL, created_at INTEGER NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS downtimes (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
  method TEXT NOT NULL, severity TEXT NOT NULL, status TEXT NOT NULL,
  instrument TEXT NOT NULL, begin_at INTEGER NOT NULL, end_at INTEGER,
  created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS events (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
  event TEXT NOT NULL, body TEXT NOT NULL, signature TEXT NOT NULL,
  status TEXT NOT NULL DEFAULT 'pending', attempts INTEGER NOT NULL DEFAULT 0,
  last_status INTEGER, created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS events_status ON events (status);
`;

/** Opens the sandbox's own database. Every commit is on disk before the response. */
export function openStore(file: string): Database.Database {
  const db = new Database(file);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.pragma('foreign_keys = ON');
  db.pragma('busy_timeout = 2000');
  db.exec(SCHEMA);
  // better-sqlite3 falls back to NORMAL in WAL mode unless set otherwise; payments must be durable.
  if (db.pragma('synchronous', { simple: true }) !== 2) {
    throw new Error('The sandbox file must be opened with synchronous=FULL.');
  }
  return db;
}
