import type { SandboxContext } from './context.ts';
import { commit, seconds } from './context.ts';
import type { OrderRow } from './database.ts';
import { SandboxError } from './errors.ts';
import { makeId } from './ids.ts';
import type { Body } from './parse-request.ts';
import {
  amountError,
  readAmount,
  readCurrency,
  readNotes,
  readText,
  rejectUnknownFields,
} from './parse-request.ts';
import { find, insert } from './queries.ts';
import type { CaptureMode } from './types.ts';

const MINIMUM = 100;
const FIELDS = [
  'amount',
  'currency',
  'receipt',
  'notes',
  'payment',
  'payment_capture',
  'partial_payment',
  'unique_receipt',
] as const;

export function createOrder(context: SandboxContext, body: Body): OrderRow {
  rejectUnknownFields(body, FIELDS);
  const order = {
    id: makeId('order'),
    amount: readOrderAmount(body['amount']),
    currency: readCurrency(body['currency'], context.faults.international),
    receipt: readText(body, 'receipt', 40),
    unique_receipt: null as string | null,
    capture: readCapture(body),
    notes: JSON.stringify(readNotes(body['notes'])),
    created_at: seconds(context),
  };
  if (body['partial_payment'] === true) {
    throw new SandboxError('Partial payment is not enabled on this account.', {
      field: 'partial_payment',
    });
  }
  if (body['unique_receipt'] === true) order.unique_receipt = order.receipt;
  return commit(context, () => {
    const earlier = context.db
      .prepare<[string | null], OrderRow>('SELECT * FROM orders WHERE unique_receipt = ?')
      .get(order.unique_receipt);
    if (earlier) return earlier;
    insert(context, 'orders', order);
    return find(context, 'orders', order.id);
  });
}

export function updateOrder(context: SandboxContext, id: string, body: Body): OrderRow {
  rejectUnknownFields(body, ['notes']);
  if (body['notes'] === undefined) {
    throw new SandboxError('notes: is required.', { field: 'notes' });
  }
  const notes = JSON.stringify(readNotes(body['notes']));
  return commit(context, () => {
    const order = find(context, 'orders', id);
    context.db.prepare('UPDATE orders SET notes = ? WHERE id = ?').run(notes, order.id);
    return find(context, 'orders', id);
  });
}

function readOrderAmount(value: unknown): number {
  const amount = readAmount(value);
  if (amount >= MINIMUM) return amount;
  throw amountError('Order amount less than minimum amount allowed', {
    step: 'order_creation',
    reason: 'amount_less_than_minimum_amount',
  });
}

function readCapture(body: Body): CaptureMode | null {
  const payment = body['payment'] as { capture?: unknown } | undefined;
  const choice = payment?.capture ?? body['payment_capture'];
  if (choice === 'automatic' || choice === 1 || choice === true || choice === '1') {
    return 'automatic';
  }
  if (choice === 'manual' || choice === 0 || choice === false || choice === '0') return 'manual';
  return null;
}
