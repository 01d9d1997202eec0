import type { BillingDocument, Order } from '../../../db/schema.ts';
import type { Tx } from '../../../db/transaction.ts';
import { iso } from '../../platform/clock.ts';
import type { Subscriber } from '../../platform/events.ts';
import { rupeeValue } from '../../platform/money/rules.ts';
import type { Services } from '../../platform/services.ts';
import type { StatusChange } from '../orders/events.ts';
import { lockSeller, type Seller } from '../orders/seller.ts';
import type { InstalmentUpdate } from '../payments/events.ts';
import { listInstalments } from '../payments/queries.ts';
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
import type { DocumentKind } from './document-number-rules.ts';
import { nextDocumentNumber } from './next-document-number.ts';
import { mailCopy } from './paper-copies.ts';
import { findInvoice, insertDocument, listReceipts, listRefundPapers } from './queries.ts';
import { addTaxes, type Supply, type Tax, taxIn } from './tax-rules.ts';
import { documentTitle } from './texts.ts';

interface Issue {
  kind: BillingDocument['kind'];
  order: Order;
  at: string;
  amount: number;
  refundId?: string;
  instalmentId?: string;
  /** Whom the paper names that this one corrects. */
  seller?: Seller | undefined;
}

type Content = Omit<InvoiceData, keyof Head> | Omit<RefundData, keyof Head>;
type Head = Awaited<ReturnType<typeof headOf>> & { tax: unknown; supply?: unknown };

/** Stores a document under the next number of its series, in the caller's transaction. */
export async function issue(
  tx: Tx,
  services: Services,
  about: Issue,
  content: Content,
  supply: Supply | null,
  tax = taxIn(about.amount, supply),
): Promise<string> {
  const { kind, order, at, amount, refundId, instalmentId, seller } = about;
  const { number, year, serial } = await nextDocumentNumber(tx, services, about);
  const head = await headOf(tx, services, order, { number, at, corrected: seller });
  const data = { ...head, ...content, tax, ...(supply ? { supply } : {}) };
  await insertDocument(tx, {
    ...{ number, kind, year, serial, order_id: order.id, amount },
    ...{ refund_id: refundId ?? null, instalment_id: instalmentId ?? null },
    ...{ data: JSON.stringify(withTextFile(data)), created_at: at },
  });
  await mailCopy(tx, services, order, data);
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
  await lockSeller(tx);
  const receipts = await listReceipts(tx, order.id);
  const refunds = await listRefundPapers(tx, order.id);
  const refunded = refunds.reduce((sum, { amount }) => sum + amount, 0);
  const amount = order.total - refunded;
  if (amount <= 0) return null;
  const setOff: Reference[] = [
    ...receipts.map(({ number, data, created_at, received }) => ({
      title: titleOf('receipt', data),
      ...{ number, at: created_at, amount: received },
    })),
    ...refunds.map((refund) => ({
      title: titleOf('refund', refund.data),
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
  const decided = order.is_export === null ? undefined : supply;
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
      charged: [...taxesOf(receipts, decided), ...open.map((part) => taxIn(part.amount, supply))],
      back: taxesOf(refunds, decided),
    }),
  );
}

/** What an issued paper is called: by the seller that it names, who may have a GST number since. */
const titleOf = (kind: DocumentKind, data: string): string => documentTitle(kind, sellerOf(data));

const sellerOf = (data: string): Seller => (JSON.parse(data) as DocumentData).seller;

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

/**
 * The taxes of advances or of what was refunded of them, as their papers say; when the owner has `decided` how the order
 * is taxed, each payment as that asks for.
 */
export function taxesOf(
  papers: { data: string; amount: number; payment_id: string }[],
  decided: Supply | null | undefined,
): Tax[] {
  if (decided === undefined)
    return papers.map(({ data }) => (JSON.parse(data) as DocumentData).tax);
  return [...Map.groupBy(papers, ({ payment_id }) => payment_id).values()].map((parts) =>
    taxIn(
      parts.reduce((sum, { amount }) => sum + amount, 0),
      decided,
    ),
  );
}

/** Issues a credit note for an instalment that is waived after the invoice. */
export const issueWaiverDocument: Subscriber<InstalmentUpdate> = async (
  tx,
  services,
  { order, instalment, at },
) => {
  const invoice = await findInvoice(tx, order.id);
  if (!invoice) return;
  await lockSeller(tx);
  const against = await findReference(tx, services, order, { paymentId: null, invoice });
  const { id: instalmentId, amount } = instalment;
  await issue(
    tx,
    services,
    { kind: 'credit', order, at, amount, instalmentId, seller: against.seller },
    {
      ...{ kind: 'credit', amount },
      line: `${await nameOfInstalment(tx, order, instalment)}, waived`,
      ...valued(order, shareOfValue(rupeeValueOf(invoice), invoice.amount, amount)),
      ...(against.document ? { against: against.document } : {}),
    },
    against.supply,
  );
};

/**
 * The order's invoice or, where there is none, the receipt of the payment; with the supply whose tax goes back, because a
 * letter of undertaking may have ended since, and whom it names.
 */
export async function findReference(
  tx: Tx,
  services: Services,
  order: Order,
  { paymentId, invoice }: { paymentId: string | null; invoice: BillingDocument | undefined },
): Promise<{ document?: Reference; supply: Supply | null; seller?: Seller }> {
  const receipts = await listReceipts(tx, order.id);
  const receipt = receipts.find(({ payment_id }) => payment_id === paymentId);
  if (invoice) {
    const { number, created_at: at, amount } = invoice;
    const title = titleOf('invoice', invoice.data);
    const charged = (order.is_export === null && receipt) || invoice;
    const document = { title, number, at, amount };
    return { document, supply: supplyOfPaper(charged), seller: sellerOf(invoice.data) };
  }
  if (!receipt) return { supply: await readSupply(tx, services, order, iso(services.clock())) };
  const { number, created_at: at, amount, data } = receipt;
  const document = { title: titleOf('receipt', data), number, at, amount };
  return { document, supply: supplyOfPaper(receipt), seller: sellerOf(data) };
}
