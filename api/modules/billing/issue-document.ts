import type { BillingDocument, Order, Payment, Refund } from '../../../db/schema.ts';
import type { Tx } from '../../../db/transaction.ts';
import { iso } from '../../platform/clock.ts';
import type { Subscriber } from '../../platform/events.ts';
import { rupeeValue } from '../../platform/money/rules.ts';
import { maskPaymentId } from '../../platform/payment-provider/mask-payment-id.ts';
import type { Services } from '../../platform/services.ts';
import type { StatusChange } from '../orders/events.ts';
import type { InstalmentUpdate, OrderRefund } from '../payments/events.ts';
import { findPayment, getInstalment, listInstalments } from '../payments/queries.ts';
import {
  type DocumentData,
  headOf,
  type InvoiceData,
  linesOf,
  nameOfInstalment,
  type Reference,
  type RefundData,
  readSupply,
  singleLine,
  supplyOfPaper,
  valued,
  withTextFile,
} from './document-data.ts';
import { nextDocumentNumber } from './next-document-number.ts';
import { findInvoice, insertDocument, listDocuments, listReceipts } from './queries.ts';
import { addTaxes, deductedShare, type Supply, type Tax, taxIn } from './tax-rules.ts';
import { documentTitle } from './texts.ts';

interface Issue {
  kind: BillingDocument['kind'];
  order: Order;
  at: string;
  amount: number;
  refundId?: string;
  instalmentId?: string;
}

type Content = Omit<InvoiceData, keyof Head> | Omit<RefundData, keyof Head>;
type Head = Awaited<ReturnType<typeof headOf>> & { tax: unknown; supply?: unknown };

/** Stores a document under the next number of its series, in the caller's transaction. */
async function issue(
  tx: Tx,
  services: Services,
  about: Issue,
  content: Content,
  supply: Supply | null,
  tax = taxIn(about.amount, supply),
): Promise<string> {
  const { kind, order, at, amount, refundId, instalmentId } = about;
  const { number, year, serial } = await nextDocumentNumber(tx, services, about);
  const head = await headOf(tx, services, order, { number, at });
  const data = { ...head, ...content, tax, ...(supply ? { supply } : {}) };
  await insertDocument(tx, {
    ...{ number, kind, year, serial, order_id: order.id, amount },
    ...{ refund_id: refundId ?? null, instalment_id: instalmentId ?? null },
    ...{ data: JSON.stringify(withTextFile(data)), created_at: at },
  });
  return number;
}

/**
 * Issues the invoice of a completed order. It lists earlier payments and refunds. Its tax is the sum of theirs and
 * of what is still to pay: the tax in the whole price may differ from that by a paisa.
 */
export async function issueInvoice(
  tx: Tx,
  services: Services,
  { order, at }: StatusChange,
): Promise<string | null> {
  if (order.status !== 'Completed') return null;
  const gstin = services.config.seller.gstin;
  const receipts = await listReceipts(tx, order.id);
  const refunds = (await listDocuments(tx, order.id)).filter(({ kind }) => kind === 'refund');
  const refunded = refunds.reduce((sum, { amount }) => sum + amount, 0);
  const amount = order.total - refunded;
  if (amount <= 0) return null;
  const setOff: Reference[] = [
    ...receipts.map(({ number, created_at, received }) => ({
      title: documentTitle('receipt', { gstin }),
      ...{ number, at: created_at, amount: received },
    })),
    ...refunds.map((refund) => ({
      title: documentTitle('refund', { gstin }),
      ...{ number: refund.number, at: refund.created_at },
      amount: deductedIn(refund) - refund.amount,
    })),
  ];
  const deducted =
    receipts.reduce((sum, receipt) => sum + receipt.deducted, 0) -
    refunds.reduce((sum, refund) => sum + deductedIn(refund), 0);
  const open = (await listInstalments(tx, order.id)).filter(
    ({ payment_id, waived_at }) => payment_id === null && waived_at === null,
  );
  const supply = await readSupply(tx, services, order, at);
  // What the owner has decided for the order is true of all of it, also of what was received before.
  const taxOf = (paper: { data: string; amount: number }) =>
    order.is_export === null ? storedTax(paper) : taxIn(paper.amount, supply);
  const settled = setOff.reduce((sum, each) => sum + each.amount, deducted);
  return issue(
    tx,
    services,
    { kind: 'invoice', order, at, amount },
    {
      kind: 'invoice',
      lines: [
        ...(await linesOf(tx, order)),
        ...refunds.map(({ number, amount: back }) => singleLine(`Refunded by ${number}`, -back)),
      ],
      ...{ amount, setOff, open: amount - settled },
      ...(deducted ? { deducted } : {}),
      // What is still to be paid is valued like what was paid.
      ...valued(order, shareOfValue(sumOfValues(receipts, refunds), settled, amount)),
    },
    supply,
    addTaxes(amount, {
      charged: [...receipts.map(taxOf), ...open.map((part) => taxIn(part.amount, supply))],
      back: refunds.map(taxOf),
    }),
  );
}

/** The tax deducted at source that a refund voucher undoes. */
const deductedIn = ({ data }: { data: string }): number =>
  (JSON.parse(data) as RefundData).deducted ?? 0;

const rupeeValueOf = ({ data }: { data: string }): number | null =>
  (JSON.parse(data) as DocumentData).rupeeValue ?? null;

type ListedReceipt = Awaited<ReturnType<typeof listReceipts>>[number];

/** What was received is worth in paise without what went back; null if that of one payment or refund is not known. */
function sumOfValues(receipts: ListedReceipt[], refunds: { data: string }[]): number | null {
  const values = [
    // The provider may have said it only after the receipt.
    ...receipts.map(({ received, ...payment }) => rupeeValue({ ...payment, amount: received })),
    ...refunds.map(rupeeValueOf).map((each) => each && -each),
  ];
  return values.reduce((sum, each) => (sum === null || each === null ? null : sum + each), 0);
}

/** The value of an amount by that of another one; null if that is not known. */
const shareOfValue = (value: number | null, of: number, amount: number): number | null =>
  value === null || of === 0 ? null : Math.round((amount * value) / of);

const storedTax = ({ data }: { data: string }): Tax => (JSON.parse(data) as DocumentData).tax;

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
  const payment = await findPayment(tx, refund.payment_id);
  // Overpayments have no receipt, so their refunds have no document.
  if (payment?.status !== 'settled') return;
  const against = await findReference(tx, services, order, payment.id);
  const kind = against.invoice ? 'credit' : 'refund';
  const before = await readRefundedOnPapers(tx, payment.id);
  const deducted = await deductedShareOf(tx, payment, refund, before);
  const amount = refund.amount + deducted;
  await issue(
    tx,
    services,
    { kind, order, at: refund.updated_at, amount, refundId: refund.id },
    {
      ...{ kind, amount, ...(deducted ? { deducted } : {}) },
      line: kind === 'credit' ? 'Refund of an invoiced amount' : 'Refund of an advance',
      ...(against.document ? { against: against.document } : {}),
      payment: { id: maskPaymentId(payment.id), refund: refund.provider_id ?? refund.id },
      ...valued(order, rupeeValue(payment, refund.amount, before.refunded)),
    },
    against.supply,
  );
};

/** What documents say of a payment so far: its money that went back, and what they undo with deducted tax. */
const readRefundedOnPapers = (tx: Tx, paymentId: string) =>
  tx
    .selectFrom('billing_documents')
    .innerJoin('refunds', 'refunds.id', 'billing_documents.refund_id')
    .select(({ fn, val }) => [
      fn.coalesce(fn.sum<number>('refunds.amount'), val(0)).as('refunded'),
      fn.coalesce(fn.sum<number>('billing_documents.amount'), val(0)).as('undone'),
    ])
    .where('refunds.payment_id', '=', paymentId)
    .executeTakeFirstOrThrow();

/** The share of the tax deducted from a payment that this refund undoes, after those with a document. */
async function deductedShareOf(
  tx: Tx,
  payment: Payment,
  { amount }: Refund,
  { refunded, undone }: { refunded: number; undone: number },
): Promise<number> {
  const part = payment.instalment_id && (await getInstalment(tx, payment.instalment_id));
  if (!part || part.tax_deducted === 0) return 0;
  const of = { received: payment.amount, deducted: part.tax_deducted };
  return deductedShare(of, refunded + amount) - (undone - refunded);
}

/** Issues a credit note for an instalment that is waived after the invoice. */
export const issueWaiverDocument: Subscriber<InstalmentUpdate> = async (
  tx,
  services,
  { order, instalment, at },
) => {
  const against = await findReference(tx, services, order, null);
  if (!against.invoice) return;
  const { id: instalmentId, amount } = instalment;
  await issue(
    tx,
    services,
    { kind: 'credit', order, at, amount, instalmentId },
    {
      ...{ kind: 'credit', amount },
      line: `${await nameOfInstalment(tx, order, instalment)}, waived`,
      ...valued(order, shareOfValue(rupeeValueOf(against.invoice), against.invoice.amount, amount)),
      ...(against.document ? { against: against.document } : {}),
    },
    against.supply,
  );
};

/**
 * The order's invoice or, before it exists, the receipt of the payment; with the supply whose tax goes back: a letter of
 * undertaking may have ended since.
 */
async function findReference(
  tx: Tx,
  services: Services,
  order: Order,
  paymentId: string | null,
): Promise<{
  invoice: BillingDocument | undefined;
  document: Reference | undefined;
  supply: Supply | null;
}> {
  const { gstin } = services.config.seller;
  const invoice = await findInvoice(tx, order.id);
  const receipts = await listReceipts(tx, order.id);
  const receipt = receipts.find(({ payment_id }) => payment_id === paymentId);
  if (invoice) {
    const { number, created_at: at, amount } = invoice;
    const title = documentTitle('invoice', { gstin });
    const charged = (order.is_export === null && receipt) || invoice;
    return {
      invoice,
      document: { title, number, at, amount },
      supply: supplyOfPaper(charged),
    };
  }
  const title = documentTitle('receipt', { gstin });
  const document = receipt && {
    ...{ title, number: receipt.number, at: receipt.created_at, amount: receipt.amount },
  };
  const now = iso(services.clock());
  const supply = receipt ? supplyOfPaper(receipt) : await readSupply(tx, services, order, now);
  return { invoice, document, supply };
}
