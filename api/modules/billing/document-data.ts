import type { Order } from '../../../db/schema.ts';
import type { Tx } from '../../../db/transaction.ts';
import { toPaise } from '../../platform/money/rules.ts';
import type { Services } from '../../platform/services.ts';
import { sellerName } from '../catalog/profile/read-profile.ts';
import { findAgreement } from '../orders/agreements/queries.ts';
import { shortHash } from '../orders/agreements/rules.ts';
import type { OrderItemDto } from '../orders/dto.ts';
import { orderNumber } from '../orders/order-number-rules.ts';
import { stateCode } from './gst-states.ts';
import type { Seller } from './seller.ts';
import type { Tax } from './tax-rules.ts';

export interface DocumentLine {
  name: string;
  quantity: number;
  /** The price in paise, like all amounts here. */
  price: number;
  amount: number;
}

/** The common part of all documents, frozen at the time of issue. */
interface DocumentHead {
  number: string;
  at: string;
  timeZone: string;
  seller: Seller;
  buyer: { name: string; email: string; lines: string[]; state: string; stateCode: string | null };
  /** The short hash of the agreement; absent on receipts from before agreements existed. */
  agreement?: string;
  tax: Tax;
}

export interface ReceiptData extends DocumentHead {
  /**
   * Whether the payment was an advance or is already invoiced; absent on receipts from before invoices
   * existed.
   */
  kind?: 'advance' | 'invoiced';
  /** The invoice number if the order is already invoiced. */
  invoice?: string;
  order: { id: string; total: number; paid: number };
  payment: { id: string; method: string; amount: number; part: string };
  lines: DocumentLine[];
}

/** A reference to a different document. */
export interface Reference {
  title: string;
  number: string;
  at: string;
  amount: number;
}

export interface InvoiceData extends DocumentHead {
  kind: 'invoice';
  order: { id: string };
  lines: DocumentLine[];
  amount: number;
  /** Earlier payments and refunds; refunds are negative. */
  setOff: Reference[];
  open: number;
}

export interface RefundData extends DocumentHead {
  kind: 'refund' | 'credit';
  order: { id: string };
  line: string;
  amount: number;
  /** The receipt or invoice; absent if an old payment has none. */
  against?: Reference;
  /** The refunded payment; absent if an instalment was waived, which moves no money. */
  payment?: { id: string; refund: string };
}

export type DocumentData = ReceiptData | InvoiceData | RefundData;

/** Seller, buyer and agreement for a document of this order. */
export async function headOf(
  tx: Tx,
  { config }: Services,
  order: Order,
  { number, at }: { number: string; at: string },
): Promise<Omit<DocumentHead, 'tax'> & { order: { id: string } }> {
  const agreement = await findAgreement(tx, order.id);
  return {
    number,
    at,
    timeZone: config.timeZone,
    seller: { ...config.seller, name: config.seller.name || (await sellerName(tx)) },
    buyer: buyerOf(order),
    order: { id: orderNumber(order.id) },
    ...(agreement ? { agreement: shortHash(agreement.sha256) } : {}),
  };
}

function buyerOf(order: Order): DocumentHead['buyer'] {
  const place = JSON.parse(order.address) as Record<string, string>;
  const state = place['state'] ?? '';
  const atHome = /^(india|in|bharat)$/i.test(place['country'] ?? '');
  return {
    name: order.buyer_name,
    email: order.buyer_email,
    lines: [place['address'] ?? '', `${place['city'] ?? ''}, ${state}`, place['country'] ?? ''],
    state,
    stateCode: atHome ? stateCode(state) : null,
  };
}

export function linesOf(order: Order): DocumentLine[] {
  return (JSON.parse(order.items) as OrderItemDto[]).flatMap((item) => {
    const { selectedPlan: plan } = item;
    const price = toPaise(plan.price);
    return [
      { name: `${item.title}, ${plan.planType} package`, quantity: 1, price, amount: price },
      ...item.extraFeatures.map((extra) => ({
        name: extra.name,
        quantity: extra.quantity,
        price: toPaise(extra.price),
        amount: toPaise(extra.price) * extra.quantity,
      })),
    ];
  });
}

export const singleLine = (name: string, amount: number): DocumentLine => ({
  name,
  quantity: 1,
  price: amount,
  amount,
});
