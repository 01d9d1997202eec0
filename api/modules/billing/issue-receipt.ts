import type { Tx } from '../../../db/transaction.ts';
import { dayIn } from '../../platform/dates.ts';
import { rupeeValue } from '../../platform/money/rules.ts';
import { maskPaymentId } from '../../platform/payment-provider/mask-payment-id.ts';
import type { Services } from '../../platform/services.ts';
import { lockSeller } from '../orders/seller.ts';
import type { CapturedPayment } from '../payments/events.ts';
import { getPayment } from '../payments/queries.ts';
import { deductionOn } from './deduct-tax.ts';
import {
  headOf,
  linesOf,
  nameOfInstalment,
  type ReceiptData,
  readSupply,
  supplyOfPaper,
  valued,
  withTextFile,
} from './document-data.ts';
import { nextDocumentNumber } from './next-document-number.ts';
import { mailCopy } from './paper-copies.ts';
import { findInvoice, insertReceipt } from './queries.ts';
import { taxIn } from './tax-rules.ts';

/**
 * Issues the receipt of a payment and returns its number. In the transaction that settles the payment, so
 * that the numbers have no gaps.
 */
export async function issueReceipt(tx: Tx, services: Services, captured: CapturedPayment) {
  const { order, instalment, payment, at } = captured;
  await lockSeller(tx);
  const invoice = await findInvoice(tx, order.id);
  const { number, year, serial } = await nextDocumentNumber(tx, services, {
    ...{ kind: 'receipt', at, order },
  });
  const head = await headOf(tx, services, order, { number, at });
  const supply = invoice ? supplyOfPaper(invoice) : await readSupply(tx, services, order, at);
  const deduction = deductionOn(instalment, dayIn(at, services.config.timeZone));
  const data: ReceiptData = {
    ...head,
    kind: invoice ? 'invoiced' : 'advance',
    ...(invoice ? { invoice: invoice.number } : {}),
    order: { ...head.order, total: order.total, paid: order.paid + order.tax_deducted },
    payment: {
      id: maskPaymentId(payment.id),
      method: payment.method,
      amount: instalment.amount,
      part: await nameOfInstalment(tx, order, instalment),
    },
    lines: await linesOf(tx, order),
    ...valued(order, rupeeValue(await getPayment(tx, payment.id))),
    tax: taxIn(instalment.amount, supply),
    ...(supply ? { supply } : {}),
    ...(deduction ? { deduction } : {}),
  };
  await insertReceipt(tx, {
    ...{ number, year, serial, payment_id: payment.id, order_id: order.id },
    ...{ data: JSON.stringify(withTextFile(data)), created_at: at },
  });
  await mailCopy(tx, services, order, data);
  return number;
}
