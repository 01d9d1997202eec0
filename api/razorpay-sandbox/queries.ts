import type { SandboxContext } from './context.ts';
import type {
  DisputeRow,
  DocumentRow,
  DowntimeRow,
  OrderRow,
  PaymentRow,
  RefundRow,
} from './database.ts';
import { unknownId } from './errors.ts';

interface Rows {
  orders: OrderRow;
  payments: PaymentRow;
  refunds: RefundRow;
  disputes: DisputeRow;
  documents: DocumentRow;
  downtimes: DowntimeRow;
}

export interface Page {
  from: number;
  to: number;
  count: number;
  skip: number;
}

export function find<T extends keyof Rows>(context: SandboxContext, table: T, id: string): Rows[T] {
  const row = context.db.prepare<[string], Rows[T]>(`SELECT * FROM ${table} WHERE id = ?`).get(id);
  if (!row) throw unknownId();
  return row;
}

/** Lists rows, newest first, like the provider. */
export function list<T extends keyof Rows>(
  context: SandboxContext,
  table: T,
  page: Page,
): Rows[T][] {
  const sql = `SELECT * FROM ${table} WHERE created_at BETWEEN @from AND @to
    ORDER BY seq DESC LIMIT @count OFFSET @skip`;
  return context.db.prepare<[Page], Rows[T]>(sql).all(page);
}

export function all<T extends keyof Rows>(context: SandboxContext, table: T): Rows[T][] {
  return context.db.prepare<[], Rows[T]>(`SELECT * FROM ${table} ORDER BY seq`).all();
}

export function ordersWithReceipt(
  context: SandboxContext,
  receipt: string,
  page: Page,
): OrderRow[] {
  const sql = `SELECT * FROM orders WHERE receipt = @receipt AND created_at BETWEEN @from AND @to
    ORDER BY seq DESC LIMIT @count OFFSET @skip`;
  return context.db.prepare<[Page & { receipt: string }], OrderRow>(sql).all({ ...page, receipt });
}

export function paymentsOf(context: SandboxContext, orderId: string): PaymentRow[] {
  return context.db
    .prepare<[string], PaymentRow>('SELECT * FROM payments WHERE order_id = ? ORDER BY seq DESC')
    .all(orderId);
}

export function refundsOf(context: SandboxContext, paymentId: string): RefundRow[] {
  return context.db
    .prepare<[string], RefundRow>('SELECT * FROM refunds WHERE payment_id = ? ORDER BY seq DESC')
    .all(paymentId);
}

export function disputesOf(context: SandboxContext, paymentId: string): DisputeRow[] {
  return context.db
    .prepare<[string], DisputeRow>('SELECT * FROM disputes WHERE payment_id = ? ORDER BY seq')
    .all(paymentId);
}

/** Inserts a row; its keys are the columns. */
export function insert(context: SandboxContext, table: keyof Rows, row: object): void {
  const columns = Object.keys(row);
  const values = columns.map((column) => `@${column}`).join(', ');
  context.db.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${values})`).run(row);
}
