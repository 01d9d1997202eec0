import type { Agreement, Order } from '../../../db/schema.ts';
import type { Tx } from '../../../db/transaction.ts';
import type { Config } from '../../config.ts';
import { toPaise } from '../../platform/money/rules.ts';
import type { Services } from '../../platform/services.ts';
import { sellerName } from '../catalog/profile/read-profile.ts';
import { findAgreement } from '../orders/agreements/queries.ts';
import { shortHash } from '../orders/agreements/rules.ts';
import type { OrderItemDto } from '../orders/dto.ts';
import { maskPaymentId, shortId } from '../orders/rules.ts';
import type { CapturedPayment } from '../payments/events.ts';
import { partName } from '../payments/rules.ts';
import { financialYear } from './financial-year.ts';
import { stateCode } from './gst-states.ts';
import { insertReceipt, nextSerial } from './queries.ts';
import { receiptNumber, type Tax, taxIn } from './rules.ts';
import type { Seller } from './seller.ts';

/** Everything a receipt says, as it was on its day; amounts are paise. */
export interface ReceiptData {
  number: string;
  at: string;
  timeZone: string;
  seller: Seller;
  buyer: { name: string; email: string; lines: string[]; state: string; stateCode: string | null };
  order: { id: string; total: number; paid: number };
  /** The first characters of the agreement's hash; absent on receipts older than agreements. */
  agreement?: string;
  payment: { id: string; method: string; amount: number; part: string };
  lines: { name: string; quantity: number; price: number; amount: number }[];
  tax: Tax;
}

/** Gives a payment its receipt in the transaction that settles it, so that numbers have no gaps; returns its number. */
export async function issueReceipt(tx: Tx, { config }: Services, captured: CapturedPayment) {
  const { order, payment, at } = captured;
  const year = financialYear(at, config.timeZone);
  const serial = await nextSerial(tx, year);
  const number = receiptNumber(year, serial);
  const seller = { ...config.seller, name: config.seller.name || (await sellerName(tx)) };
  await insertReceipt(tx, {
    number,
    year,
    serial,
    payment_id: payment.id,
    order_id: order.id,
    data: JSON.stringify(
      dataOf({ ...config, seller }, number, captured, await findAgreement(tx, order.id)),
    ),
    pdf: null,
    created_at: at,
  });
  return number;
}

function dataOf(
  config: Pick<Config, 'seller' | 'timeZone'>,
  number: string,
  captured: CapturedPayment,
  agreement: Agreement | undefined,
): ReceiptData {
  const { seller, timeZone } = config;
  const { order, instalment, of, payment, at } = captured;
  const buyer = buyerOf(order);
  return {
    number,
    at,
    timeZone,
    seller,
    buyer,
    order: { id: shortId(order.id), total: order.total, paid: order.paid },
    ...(agreement ? { agreement: shortHash(agreement.sha256) } : {}),
    payment: {
      id: maskPaymentId(payment.id),
      method: payment.method,
      amount: instalment.amount,
      part: partName({ ...instalment, of }),
    },
    lines: linesOf(order),
    tax: taxIn(instalment.amount, seller, buyer.stateCode),
  };
}

function buyerOf(order: Order): ReceiptData['buyer'] {
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

function linesOf(order: Order): ReceiptData['lines'] {
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
