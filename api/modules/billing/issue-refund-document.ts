import type { Order, Payment, Refund } from '../../../db/schema.ts';
import type { Tx } from '../../../db/transaction.ts';
import { iso } from '../../platform/clock.ts';
import type { Subscriber } from '../../platform/events.ts';
import { rupeeValue } from '../../platform/money/rules.ts';
import { maskPaymentId } from '../../platform/payment-provider/mask-payment-id.ts';
import { lockSeller } from '../orders/seller.ts';
import type { OrderRefund } from '../payments/events.ts';
import { findPayment, getInstalment } from '../payments/queries.ts';
import {
  type DocumentData,
  type RefundData,
  rupeeTaxOf,
  supplyOfPaper,
  valued,
} from './document-data.ts';
import { findReference, issue, taxesOf } from './issue-document.ts';
import { findInvoice, listRefundPapers, listReversals } from './queries.ts';
import { deductedShare, taxIn, taxInRupees, taxOfRefund } from './tax-rules.ts';
import { documentTitle } from './texts.ts';

type Paper = Awaited<ReturnType<typeof listRefundPapers>>[number];

const sum = (amounts: number[]): number => amounts.reduce((all, each) => all + each, 0);

/**
 * Issues the document of a completed refund: a refund voucher for an advance, a credit note after the
 * invoice.
 */
export const issueRefundDocument: Subscriber<OrderRefund> = async (
  tx,
  services,
  { order, refund },
) => {
  if (refund.status !== 'processed') return;
  await lockSeller(tx);
  const payment = await findPayment(tx, refund.payment_id);
  // Overpayments have no receipt, so their refunds have no document.
  if (payment?.status !== 'settled') return;
  const earlier = (await listRefundPapers(tx, order.id)).filter(
    (each) => each.payment_id === payment.id,
  );
  const deducted = await deductedShareOf(tx, payment, refund, earlier);
  const amount = refund.amount + deducted;
  const invoice = await findInvoice(tx, order.id);
  const isAdvance = !invoice || amount <= (await advanceOwedAgain(tx, order, payment, earlier));
  const kind = isAdvance ? 'refund' : 'credit';
  const against = await findReference(tx, services, order, {
    paymentId: payment.id,
    invoice: isAdvance ? undefined : invoice,
  });
  await issue(
    tx,
    services,
    { kind, order, at: refund.updated_at, amount, refundId: refund.id, seller: against.seller },
    {
      ...{ kind, amount, ...(deducted ? { deducted } : {}) },
      line: kind === 'credit' ? 'Refund of an invoiced amount' : 'Refund of an advance',
      ...(against.document ? { against: against.document } : {}),
      payment: { id: maskPaymentId(payment.id), refund: refund.provider_id ?? refund.id },
      ...valuesOf(order, payment, { refund, earlier, supply: against.supply, kind }),
    },
    against.supply,
    taxOfRefund(
      amount,
      { amount: undoneBy(earlier), said: taxesSaid(order, earlier, { kind, ...against }) },
      against.supply,
    ),
  );
};

interface About {
  kind: 'refund' | 'credit';
  supply: ReturnType<typeof supplyOfPaper>;
}

/** What was refunded before an invoice has the taxes with which the invoice has subtracted it. */
const decidedFor = ({ is_export }: Order, { kind, supply }: About) =>
  kind === 'credit' && is_export !== null ? supply : undefined;

function taxesSaid(order: Order, earlier: Paper[], about: About) {
  const [vouchers, credits] = byKind(earlier);
  return [...taxesOf(vouchers, decidedFor(order, about)), ...taxesOf(credits, undefined)];
}

const byKind = (papers: Paper[]): [vouchers: Paper[], credits: Paper[]] => [
  papers.filter(({ kind }) => kind === 'refund'),
  papers.filter(({ kind }) => kind !== 'refund'),
];

/** The money of these papers that went back, and with it what they undo of deducted tax. */
const refundedBy = (papers: Paper[]): number => sum(papers.map(({ returned }) => returned));
const undoneBy = (papers: Paper[]): number => sum(papers.map(({ amount }) => amount));

/** The value in rupees of a refund in another currency, and how much of that is tax; nothing for rupees. */
function valuesOf(
  order: Order,
  payment: Payment,
  { refund, earlier, ...about }: About & { refund: Refund; earlier: Paper[] },
): Pick<RefundData, 'rupeeValue' | 'rupeeTax'> {
  const before = refundedBy(earlier);
  const value = valued(order, rupeeValue(payment, refund.amount, before));
  const whole = before + refund.amount;
  const wholeValue = rupeeValue(payment, whole);
  const [vouchers, credits] = byKind(earlier);
  const decided = decidedFor(order, about);
  const said = decided === undefined ? earlier : credits;
  const taxes = said.map(({ data }) => rupeeTaxOf(JSON.parse(data) as DocumentData));
  const isKnown = value.rupeeValue != null && wholeValue !== null && !taxes.includes(null);
  if (!isKnown) return value;
  const restated =
    decided === undefined
      ? 0
      : taxInRupees(
          taxIn(undoneBy(vouchers), decided),
          rupeeValue(payment, refundedBy(vouchers)) ?? 0,
        );
  const all = taxInRupees(taxIn(whole, about.supply), wholeValue);
  return { ...value, rupeeTax: all - restated - sum(taxes.map((each) => each ?? 0)) };
}

/** The share of the tax deducted from a payment that this refund undoes, after those with a document. */
async function deductedShareOf(
  tx: Tx,
  payment: Payment,
  { amount }: Refund,
  earlier: Paper[],
): Promise<number> {
  const part = payment.instalment_id && (await getInstalment(tx, payment.instalment_id));
  if (!part || part.tax_deducted === 0) return 0;
  const of = { received: payment.amount, deducted: part.tax_deducted };
  const refunded = refundedBy(earlier);
  return deductedShare(of, refunded + amount) - (undoneBy(earlier) - refunded);
}

/**
 * How much of a payment was refunded before the invoice, which is that much smaller, and came back after it: that is
 * still an advance.
 */
async function advanceOwedAgain(tx: Tx, order: Order, payment: Payment, earlier: Paper[]) {
  const invoice = await findInvoice(tx, order.id);
  const isAfter = ({ created_at }: { created_at: string }) =>
    invoice !== undefined && created_at > invoice.created_at;
  const back = (await listReversals(tx, order.id)).filter(
    ({ kind, payment_id, reversed_at, ...reversal }) =>
      kind === 'refund' &&
      payment_id === payment.id &&
      isAfter(reversal) &&
      !isAfter({ created_at: reversed_at }),
  );
  const again = byKind(earlier)[0].filter(isAfter);
  return sum(back.map(({ amount }) => amount)) - undoneBy(again);
}

/**
 * Issues the counter-paper of a refund that the bank has sent back. It says what the paper of the refund says, which
 * stays as it is, in the same series.
 */
export const issueReversal: Subscriber<OrderRefund> = async (tx, services, { order, refund }) => {
  const paper = await tx
    .selectFrom('billing_documents')
    .selectAll()
    .where('refund_id', '=', refund.id)
    .executeTakeFirst();
  if (!paper) return;
  const { kind, number, amount, created_at: at } = paper;
  if (kind === 'invoice') return;
  await lockSeller(tx);
  const said = JSON.parse(paper.data) as RefundData;
  const { payment, deducted, rupeeValue: value, rupeeTax } = said;
  await issue(
    tx,
    services,
    { kind, order, at: iso(services.clock()), amount, seller: said.seller },
    {
      ...{ kind, amount, ...(deducted ? { deducted } : {}) },
      line: 'A refund that the bank has sent back',
      reverses: { title: documentTitle(kind, said.seller), number, at, amount },
      ...(payment ? { payment } : {}),
      ...(value === undefined ? {} : { rupeeValue: value }),
      ...(rupeeTax === undefined ? {} : { rupeeTax }),
    },
    supplyOfPaper(paper),
    said.tax,
  );
};
