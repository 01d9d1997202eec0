import { useStore } from '@nanostores/react';
import { Lock } from 'lucide-react';
import type { FormEvent } from 'react';
import { CANCELLATION_TERMS } from '../../../api/modules/orders/cancellation/rules.ts';
import { canSplit } from '../../../api/modules/orders/rules.ts';
import { DATES_NOT_LOADED, FILL_ALL } from '../../../api/modules/orders/texts.ts';
import {
  OTHER_WAY_UNDER_WAY,
  PAYMENT_UNDER_WAY,
  TEST_PAYMENTS,
} from '../../../api/modules/payments/texts.ts';
import { toPaise } from '../../../api/platform/money/rules.ts';
import { Button } from '../../components/Button.tsx';
import { focusFirstInvalid } from '../../components/focus-first-field.ts';
import { price } from '../../lib/format.ts';
import { AcceptanceNote } from '../orders/AcceptanceNote.tsx';
import { AgreedCancellation } from '../orders/CancellationTable.tsx';
import { AddressFields } from './AddressFields.tsx';
import { amountDueOf } from './amount-due.ts';
import { $paymentType, type Cart, cartTotal, currencyOf } from './cart.ts';
import { $notice } from './checkout-messages.ts';
import { DeductTax } from './DeductTax.tsx';
import { MilestoneStatus } from './MilestoneStatus.tsx';
import { PaymentChoice } from './PaymentChoice.tsx';
import {
  $areDatesMissing,
  $checkout,
  $dates,
  $fieldErrors,
  $isLeaving,
  choosePaymentType,
  payCart,
  refreshCheckout,
} from './pay-cart.ts';
import { $paying } from './payment-flow.ts';
import { $underWay, isWaiting } from './payments-under-way.ts';
import { Summary } from './Summary.tsx';
import { $address, $takesDeductions, BILLING, mayDeduct, missingFields } from './stored-address.ts';
import { deductionsOf, deductionsOfOrder, useAmountToPay } from './tax-deduction.ts';

const TONES = { good: 'notice notice--green', bad: 'notice notice--red', plain: 'notice' };

export function CheckoutForm({ cart }: { cart: Cart }) {
  const lastNotice = useStore($notice);
  const type = useStore($paymentType);
  const busy = useStore($paying) !== null;
  const leaving = useStore($isLeaving);
  const checkout = useStore($checkout);
  const { orderId } = cart;
  const waiting = useStore($underWay).filter(isWaiting);
  const isThis = waiting.some((each) => each.orderId === checkout?.orderId);
  const isOther = !orderId && waiting.some(({ gigId, part }) => gigId === cart.gigId && part === 1);
  const isUnderWay = isThis || isOther;
  const dates = useStore($dates);
  const areDatesMissing = useStore($areDatesMissing);
  const noDates = dates && 'noDates' in dates ? dates.noDates : null;

  const total = cartTotal(cart);
  const { now, later } = amountDueOf(total, type);
  const begun = orderId !== undefined;
  const amountDue = (begun && checkout?.dueAmount) || (begun ? later : now);
  const address = useStore($address);
  const errors = Object.values(useStore($fieldErrors));
  useStore($takesDeductions);
  const payer = orderId ?? cart.checkoutId;
  const toPay = useAmountToPay(payer, { due: amountDue, deducted: 0 });
  const lacks = errors.some(Boolean) && Object.keys(missingFields(address)).length > 0;
  const notice: typeof lastNotice = isUnderWay
    ? { tone: 'plain', text: isThis ? PAYMENT_UNDER_WAY : OTHER_WAY_UNDER_WAY }
    : lacks
      ? { tone: 'bad', text: FILL_ALL }
      : lastNotice;

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = event.currentTarget;
    void payCart().then(() => focusFirstInvalid(form));
  }

  return (
    <form className="checkout" noValidate onSubmit={submit}>
      <div className="checkout__order">
        <Summary cart={cart} toPay={toPay} />
      </div>
      <div className="checkout__form stack stack--large">
        {begun ? (
          <MilestoneStatus
            orderId={orderId}
            currency={currencyOf(cart)}
            paid={checkout?.paidAmount ?? now}
            amountDue={amountDue}
          />
        ) : (
          <>
            <BillingDetails />
            <PaymentChoice
              total={total}
              currency={currencyOf(cart)}
              chosen={type}
              onChoose={choosePaymentType}
              disabled={busy || leaving}
              splits={canSplit(toPaise(total))}
            />
            <AgreedCancellation terms={checkout?.cancellation ?? CANCELLATION_TERMS} />
          </>
        )}
      </div>
      <aside className="checkout__pay stack stack--large" aria-label="Your payment">
        {!begun && <AcceptanceNote />}
        {mayDeduct(address) && (
          <DeductTax
            of={payer}
            loadKey={JSON.stringify([
              amountDue,
              address.state,
              address.gstin,
              address.tan,
              address.isInSez,
            ])}
            load={() => (orderId ? deductionsOfOrder(orderId) : deductionsOf(amountDue))}
            disabled={busy || leaving}
          />
        )}
        {checkout?.trouble && <p className="notice">{checkout.trouble}</p>}
        {notice && (
          <p className={TONES[notice.tone]} role={notice.tone === 'bad' ? 'alert' : 'status'}>
            {notice.text}
          </p>
        )}
        {noDates && <p className="notice">{noDates}</p>}
        {areDatesMissing && dates === undefined && (
          <div className="notice notice--red" role="alert">
            {DATES_NOT_LOADED} <Button onClick={() => void refreshCheckout()}>Try again</Button>
          </div>
        )}
        <Button
          variant="solid"
          wide
          type="submit"
          disabled={busy || leaving || isUnderWay || dates === undefined || noDates !== null}
        >
          {busy ? 'Processing...' : `Proceed to Payment (${price(toPay, currencyOf(cart))})`}
        </Button>
        <p className="row text-13 checkout__methods">
          <Lock aria-hidden="true" />{' '}
          <span>
            {`${currencyOf(cart) === 'INR' ? 'Card, UPI, Net Banking.' : 'Card.'} Your card data never reaches us.`}
          </span>
        </p>
        {checkout?.isTest && <p className="text-13">{TEST_PAYMENTS}</p>}
      </aside>
    </form>
  );
}

const BillingDetails = () => (
  <section className="card card--padded" aria-labelledby="billing">
    <h2 id="billing">{BILLING}</h2>
    <div className="checkout__fields">
      <AddressFields $errors={$fieldErrors} />
    </div>
  </section>
);
