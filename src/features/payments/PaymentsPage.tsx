import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { useEffect } from 'react';
import type { BuyerPayment, Owed } from '../../../api/modules/order-pages/payment-list.ts';
import { orderNumber } from '../../../api/modules/orders/order-number-rules.ts';
import type { PaymentState } from '../../../api/modules/payments/payment-state-rules.ts';
import { Button } from '../../components/Button.tsx';
import { RowTitle, Table } from '../../components/Table.tsx';
import { toast } from '../../components/toast.ts';
import { api, messageOf, readJson } from '../../lib/api.ts';
import { dayAndMonth, price, shopDay } from '../../lib/format.ts';
import { refreshOnEvent } from '../../lib/socket.ts';
import { FilteredList } from '../lists/FilteredList.tsx';
import { filteredList } from '../lists/filtered-list.ts';
import { instalmentNote } from '../orders/Instalments.tsx';
import { runWithToast } from '../request-feedback/run-with-toast.ts';
import { paymentColumns } from './payment-cells.tsx';

const fetchPage = (query: Record<string, string>) =>
  readJson(api.gig.order.money.$get({ query } as object));

const payments = filteredList(
  { show: '' as '' | 'due' | 'refunded', find: '' },
  'payments',
  'after',
  fetchPage,
);

/** The order that the provider is being asked about. */
const $checkingOrderId = atom<string | null>(null);

/** The order whose part is being paid. */
const $payingOrderId = atom<string | null>(null);

/** Asks the provider about an order now and shows the result. */
async function checkOrderAtProvider(orderId: string): Promise<void> {
  if ($checkingOrderId.get()) return;
  $checkingOrderId.set(orderId);
  const check = api.gig.order[':orderId'].money.check;
  if (await runWithToast(() => readJson(check.$post({ param: { orderId } }))))
    await payments.reload();
  $checkingOrderId.set(null);
}

/** Loads the payments, and again when an order changes. */
function followPayments(): () => void {
  void payments.reload();
  return refreshOnEvent('orderChanged', () => void payments.reload());
}

const FILTERS = { '': 'All', due: 'To be paid', refunded: 'Refunded' };

const CHOICES = {
  label: 'Which payments',
  filter: 'show',
  values: ['', 'due', 'refunded'],
  nameOf: (show: keyof typeof FILTERS) => FILTERS[show],
} as const;

const DAY_MS = 24 * 60 * 60 * 1000;

/** Whether a refund may not be on the buyer's account yet: seven working days can be eleven days. */
const isRefundNew = ({ refundedAt }: BuyerPayment): boolean =>
  refundedAt !== null && Date.now() - Date.parse(refundedAt) < 11 * DAY_MS;

const COLUMNS = paymentColumns<BuyerPayment>({
  title: ({ gig, part, orderId }) => (
    <RowTitle
      title={gig}
      note={[part ?? 'Paid beyond what was due', orderId && `#${orderNumber(orderId)}`]
        .filter(Boolean)
        .join(' · ')}
    />
  ),
  beside: (payment) => (
    <>
      <PayLater payment={payment} />
      {isRefundNew(payment) && <span className="text-13">{payment.refundDays}</span>}
      <CheckButton payment={payment} />
    </>
  ),
  orders: '/api/v1/gig/order',
});

/** Everything that a buyer has paid and still has to pay. */
export function PaymentsPage() {
  useEffect(followPayments, []);
  const owed = useOwed();
  return (
    <>
      <header className="page-head">
        <h1>Payments</h1>
      </header>
      <div className="stack stack--large">
        {owed && owed.amounts.length > 0 && (
          <section className="card card--padded row space-between" aria-label="What you owe">
            <p className="title-20">{owedText(owed)}</p>
            {owed.next && <PayPart payment={owed.next} solid />}
          </section>
        )}
        <FilteredList
          list={payments}
          choices={CHOICES}
          search={['Find a payment', 'Gig or order number']}
          count={(page) => page.payments.length}
          empty={['No payments yet', 'What you pay for an order is listed here with its receipt.']}
        >
          {(page) => (
            <Table
              label="Payments"
              columns={COLUMNS}
              rows={page.payments}
              keyOf={({ _id, orderId, paidAt }) => `${_id} ${orderId} ${paidAt}`}
              href={({ orderId }) => `/orders/${orderId}`}
            />
          )}
        </FilteredList>
      </div>
    </>
  );
}

/** Opens the payment of the part that its order asks for next. */
async function payPart(orderId: string): Promise<void> {
  if ($payingOrderId.get()) return;
  $payingOrderId.set(orderId);
  try {
    const [{ payInstalment }, { fetchOrder }] = await Promise.all([
      import('../orders/pay-instalment.ts'),
      import('../orders/orders-store.ts'),
    ]);
    await payInstalment(await fetchOrder(orderId), '/money');
  } catch (error) {
    void toast('error', messageOf(error));
  } finally {
    $payingOrderId.set(null);
  }
}

const useOwed = (): Owed | undefined => {
  const list = useStore(payments.$list);
  return list.state === 'loaded' ? list.value.owed : undefined;
};

/** 'You owe ₹54,499.50, next ₹20,000 on 3 Dec'. */
function owedText({ amounts, next }: Owed): string {
  const sum = amounts.map(({ amount, currency }) => price(amount, currency)).join(' and ');
  if (!next?.due) return `You owe ${sum}`;
  const { amount, currency, state, due } = next;
  const { payBy, trigger } = due;
  const when = payBy
    ? `${state === 'Overdue' ? 'since' : 'on'} ${dayAndMonth(shopDay(payBy))}`
    : instalmentNote({ status: 'Open', due: trigger, payBy }).replace('Due ', '');
  return `You owe ${sum}, next ${price(amount, currency)} ${when}`;
}

/** What stands on top of the page is not offered again in its row. */
function PayLater({ payment }: { payment: BuyerPayment }) {
  return useOwed()?.next?._id === payment._id ? null : <PayPart payment={payment} />;
}

interface PayPartProps {
  payment: BuyerPayment;
  solid?: boolean;
}

function PayPart({ payment, solid = false }: PayPartProps) {
  const { orderId, gig, due, amount, currency } = payment;
  const paying = useStore($payingOrderId);
  if (!orderId || !due?.isNext) return null;
  return (
    <Button
      small={!solid}
      variant={solid ? 'solid' : undefined}
      aria-label={`Pay ${price(amount, currency)}: ${gig}`}
      disabled={paying !== null}
      onClick={() => void payPart(orderId)}
    >
      {paying === orderId ? 'Processing...' : `Pay ${price(amount, currency)}`}
    </Button>
  );
}

/** States that Razorpay or a bank can change at any time. */
const WAITING: PaymentState[] = ['To be refunded', 'Refund on its way', 'Disputed'];

/** Asks the provider now, for who does not want to wait until the app does. */
function CheckButton({ payment: { orderId, state, gig, due } }: { payment: BuyerPayment }) {
  const checking = useStore($checkingOrderId);
  if (!orderId || !(due?.isBegun || WAITING.includes(state))) return null;
  return (
    <button
      type="button"
      className="link text-13"
      aria-label={`Check with Razorpay: ${gig}`}
      disabled={checking !== null}
      onClick={() => void checkOrderAtProvider(orderId)}
    >
      {checking === orderId ? 'Checking…' : 'Check with Razorpay'}
    </button>
  );
}
