import type { Db } from '../../../db/database.ts';
import type { Dispute, Instalment, Order, Payment, Refund } from '../../../db/schema.ts';
import { toRupees } from '../../platform/money/rules.ts';
import { maskPaymentId } from '../../platform/payment-provider/mask-payment-id.ts';
import { listDocuments } from '../billing/queries.ts';
import { reasonNothingDue } from '../orders/rules.ts';
import { listDisputesOf } from '../payments/disputes/queries.ts';
import { isUndecided, reasonText } from '../payments/disputes/rules.ts';
import { countAgreedInstalments, hasLapsed, instalmentName } from '../payments/instalment-rules.ts';
import { listInstalments, listPaymentsOf } from '../payments/queries.ts';
import { listRefundsOfOrder } from '../payments/refunds.ts';
import { methodName } from '../payments/texts.ts';

const REFUND_STATES: Record<Refund['status'], string> = {
  asked: 'Being requested from Razorpay',
  pending: 'On its way to your bank',
  processed: 'Refunded; banks need five to seven working days to show it',
  failed: 'Did not go through; we try another way',
};

const DISPUTE_STATES: Record<Dispute['status'], string> = {
  open: 'Your bank has asked about it and is deciding',
  under_review: 'Your bank is deciding',
  won: 'Your bank has decided: the payment stays',
  lost: 'Your bank has returned it to you',
  closed: 'Your bank has closed it',
};

const CLOSED = 'Not to be paid any more';

interface Line {
  kind: 'payment' | 'refund' | 'dispute';
  /** The change of the order's balance in rupees; 0 if no money moved. */
  amount: number;
  title: string;
  state: string;
  at: string;
  /** The time of the provider's last report. */
  checkedAt: string;
  receipt: string | null;
}

/** All movements of an order with state and date. Their amounts add up to the balance. */
export async function toMoneyDto(db: Db, order: Order) {
  const [instalments, payments, refunds, disputes, documents] = await Promise.all([
    listInstalments(db, order.id),
    listPaymentsOf(db, order.id),
    listRefundsOfOrder(db, order.id),
    listDisputesOf(db, order.id),
    listDocuments(db, order.id),
  ]);
  const isLapsed = hasLapsed(instalments);
  const closed = isLapsed || reasonNothingDue(order) !== null;
  const of = countAgreedInstalments(instalments);
  const instalmentOf = (row: { instalment_number: number | null }) =>
    instalments.find(({ number }) => number === row.instalment_number);
  const lines: Line[] = [
    ...payments.map((row) => paymentLine(row, instalmentOf(row), of)),
    ...refunds.map((row) => ({
      ...refundLine(row),
      receipt: documents.find(({ refund_id }) => refund_id === row.id)?.number ?? null,
    })),
    ...disputes.map(disputeLine),
  ].sort((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)));
  const overpaid = payments
    .filter(({ status }) => status === 'surplus')
    .reduce((sum, { amount, refunded, lost }) => sum + amount - refunded - lost, 0);
  const disputed = disputes
    .filter(({ status }) => isUndecided(status))
    .reduce((sum, { amount }) => sum + amount, 0);
  const checks = [...instalments, ...disputes].flatMap(({ checked_at }) => checked_at ?? []);
  return {
    parts: instalments.map((row) => ({
      name: instalmentName({ ...row, of }),
      amount: toRupees(row.amount),
      state: isLapsed ? CLOSED : instalmentStateOf(row, closed),
      /** The due date; null if it is paid, waived or closed. */
      payBy: closed || row.payment_id || row.waived_at ? null : row.pay_by,
      checkedAt: row.checked_at,
    })),
    lines,
    /** Documents that moved no money: the invoice and credit notes without a refund. */
    documents: documents
      .filter(({ refund_id }) => refund_id === null)
      .map(({ number, created_at }) => ({ number, at: created_at })),
    paid: toRupees(order.paid),
    refunded: toRupees(order.refunded),
    lost: toRupees(order.lost),
    /** Overpayments that are not refunded yet. */
    excess: toRupees(overpaid),
    /** The part of all payments that the seller has. */
    balance: toRupees(order.balance + overpaid),
    /** The part of the balance in undecided disputes; it cannot be refunded now. */
    disputed: toRupees(disputed),
    /** The last time this order was checked at Razorpay. */
    checkedAt: checks.sort().at(-1) ?? null,
  };
}

export type MoneyDto = Awaited<ReturnType<typeof toMoneyDto>>;

function instalmentStateOf({ payment_id, waived_at }: Instalment, closed: boolean): string {
  if (payment_id) return 'Paid';
  if (waived_at) return 'Waived';
  return closed ? CLOSED : 'To pay';
}

const paymentLine = (
  row: Payment & { receipt: string | null },
  instalment: Instalment | undefined,
  of: number,
): Line => ({
  kind: 'payment',
  amount: toRupees(row.amount),
  title:
    row.status === 'settled' && instalment
      ? instalmentName({ ...instalment, of })
      : 'Payment beyond what was due',
  state: `Received by ${methodName(row.method)}, ${maskPaymentId(row.id)}`,
  at: row.captured_at,
  checkedAt: later(row.captured_at, instalment?.checked_at ?? null),
  receipt: row.receipt,
});

const later = (a: string, b: string | null): string => (b !== null && b > a ? b : a);

const refundLine = (row: Refund): Line => ({
  kind: 'refund',
  amount: row.status === 'failed' ? 0 : -toRupees(row.amount),
  title: 'Refund',
  state: REFUND_STATES[row.status],
  at: row.created_at,
  checkedAt: row.updated_at,
  receipt: null,
});

const disputeLine = (row: Dispute): Line => ({
  kind: 'dispute',
  amount: row.status === 'lost' || row.status === 'closed' ? 0 - toRupees(row.deducted) : 0,
  title: `Question of your bank: ${reasonText(row.reason)}`,
  state: DISPUTE_STATES[row.status],
  at: row.updated_at,
  checkedAt: row.checked_at,
  receipt: null,
});
