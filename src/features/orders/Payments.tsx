import type { BuyerOrderDto } from '../../../api/modules/order-pages/order-document.ts';
import { shownPaymentStatus } from '../../../api/modules/orders/rules.ts';
import type { CompensationDto } from '../../../api/modules/payments/compensations.ts';
import type { InstalmentDto } from '../../../api/modules/payments/dto.ts';
import { DefinitionList } from '../../components/DefinitionList.tsx';
import { List, ListRow } from '../../components/List.tsx';
import { paymentDate, plainDate, price } from '../../lib/format.ts';
import { OrderTotals } from '../order-changes/OrderTotals.tsx';
import { DeductedTax } from '../payments/DeductedTax.tsx';
import { Papers } from '../payments/payment-cells.tsx';
import { Folded } from './Folded.tsx';
import { instalmentNote } from './Instalments.tsx';
import { enterCertificate } from './orders-store.ts';
import { isPaymentNext, opensFiles } from './PayButton.tsx';
import { PayDue } from './PayDue.tsx';

type Document = BuyerOrderDto['documents'][number];

interface Row {
  key: string;
  name: string;
  amount: number;
  state: string;
  tone: 'green' | 'amber' | 'blue' | 'red';
  papers: Document[];
  /** A paid part from which tax was deducted. */
  deducted?: InstalmentDto | undefined;
}

/** Each part of the order with its payment and papers, then what was paid beyond the parts. */
function rowsOf({ parts, payments, documents }: BuyerOrderDto): {
  rows: Row[];
  others: Document[];
} {
  const papersOf = (receipt: string | null) => documents.filter(({ number }) => number === receipt);
  const rows: Row[] = parts.map((part) => {
    const payment = payments.find(
      (each) => each.part === part.number && each.status !== 'To be refunded',
    );
    const { name, amount, _id: key } = part;
    if (!payment || part.status !== 'Paid') {
      const tone = part.status === 'Open' ? 'amber' : 'blue';
      return { key, name, amount, state: instalmentNote(part), tone, papers: [] };
    }
    return {
      ...{ key, name, amount },
      state: paidState(payment, payments.length),
      tone: payment.status === 'Paid' ? 'green' : 'blue',
      papers: papersOf(payment.receipt),
      deducted: part.taxDeducted > 0 ? part : undefined,
    };
  });
  const shown = new Set(parts.flatMap(({ status, number }) => (status === 'Paid' ? [number] : [])));
  const seen = new Set<number>();
  for (const payment of payments) {
    const { part } = payment;
    const isOfPart = part !== null && shown.has(part) && !seen.has(part);
    if (isOfPart && payment.status !== 'To be refunded') {
      seen.add(part);
      continue;
    }
    rows.push({
      key: payment.id + payment.paidAt,
      name: 'Paid beyond what was due',
      amount: payment.amount,
      state: paidState(payment, payments.length),
      tone: payment.status === 'To be refunded' ? 'amber' : 'blue',
      papers: papersOf(payment.receipt),
    });
  }
  const used = new Set(rows.flatMap(({ papers }) => papers.map(({ number }) => number)));
  return { rows, others: documents.filter(({ number }) => !used.has(number)) };
}

/** Of several payments, what went back of this one; of a single one the sums below say it. */
const paidState = (
  { status, paidAt, refunded, currency }: BuyerOrderDto['payments'][number],
  payments: number,
): string => {
  const isPart = refunded > 0 && status === 'Partly refunded' && payments > 1;
  const back = isPart ? ` (${price(refunded, currency)})` : '';
  return `${status}${back} · ${plainDate(paidAt)}`;
};

/** Whether the sums say more than the list above them. */
const hasCorrections = ({ changes, waived, refunded, lost, paid }: BuyerOrderDto['ledger']) =>
  changes + waived + lost > 0 || (refunded > 0 && refunded < paid);

/** One list of everything to pay and paid; ids are folded, for who argues with a bank. */
export function Payments({ order }: { order: BuyerOrderDto }) {
  const { paymentInfo: payment } = order;
  const { currency } = payment;
  const { rows, others } = rowsOf(order);
  const details: [string, string][] = [
    ['Payment ID', payment.id ?? '—'],
    ['Type', payment.paymentType],
    ['Paid', price(payment.paidAmount, currency)],
    ['Status', shownPaymentStatus(order)],
    ['Paid on', payment.paidAt ? paymentDate(payment.paidAt) : '—'],
  ];
  if (payment.taxDeducted > 0)
    details.push(['Deducted at source', price(payment.taxDeducted, currency)]);
  if (payment.lostAmount > 0)
    details.push(['Returned by your bank', price(payment.lostAmount, currency)]);
  const api = `/api/v1/gig/order/${order._id}`;
  return (
    <section className="card card--padded stack" aria-labelledby="payments">
      <h2 id="payments">Payments</h2>
      <List isPlain label="Payments">
        {rows.map((row) => (
          <ListRow
            key={row.key}
            title={row.name}
            text={
              <>
                <span>
                  <span className={`badge badge--${row.tone}`}>{row.state}</span>
                </span>
                <Papers papers={row.papers} order={api} />
                {row.deducted && (
                  <DeductedTax
                    part={row.deducted}
                    save={(number) => enterCertificate(order._id, row.key, number)}
                  />
                )}
              </>
            }
          >
            <span className="price">{price(row.amount, currency)}</span>
          </ListRow>
        ))}
      </List>
      {order.compensation && <CompensationNote {...order.compensation} currency={currency} />}
      {hasCorrections(order.ledger) && <OrderTotals totals={order.ledger} currency={currency} />}
      {!isPaymentNext(order) && !opensFiles(order) && order.paymentInfo.dueAmount > 0 && (
        <PayDue order={order} solid={false} />
      )}
      {others.length > 0 && (
        <p>
          <Papers papers={others} order={api} />
        </p>
      )}
      <Folded title="Payment Details" plain>
        <DefinitionList rows={details} />
        {order.payments.map(({ id, paidAt, method }) => (
          <p className="text-13" key={id + paidAt}>
            <span className="mono">{id}</span> · {method} · {plainDate(paidAt)}
          </p>
        ))}
        <a className="no-print" href="/money">
          All payments
        </a>
      </Folded>
    </section>
  );
}

/** What the seller owes beyond the refund, until it is paid and afterwards. */
const CompensationNote = ({
  amount,
  settledAt,
  reference,
  currency,
}: CompensationDto & { currency: string }) => (
  <p className="text-15">
    {settledAt
      ? `The seller paid ${price(amount, currency)} on top of your refund on ${plainDate(settledAt)}, reference ${reference}.`
      : `The seller owes you ${price(amount, currency)} on top of your refund and pays it by bank or UPI. Send your UPI ID or account in the conversation.`}
  </p>
);
