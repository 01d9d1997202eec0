import './checkout.css';
import { useStore } from '@nanostores/react';
import { Lock } from 'lucide-react';
import { type FormEvent, useEffect } from 'react';
import type { WireUser } from '../../../api/accounts/present.ts';
import { canSplit, instalmentsOf, toPaise, toRupees } from '../../../api/payments/rules.ts';
import { rupees } from '../../lib/format.ts';
import { Field } from '../../ui/Field.tsx';
import { $address, FIELDS, prefillAddress } from './address.ts';
import { $draft, draftTotal } from './draft.ts';
import { PaymentChoice } from './PaymentChoice.tsx';
import { Steps } from './Steps.tsx';
import { Summary } from './Summary.tsx';
import {
  $busy,
  $mistakes,
  $notice,
  $paymentType,
  choosePaymentType,
  payDraft,
  prepareProvider,
} from './stores.ts';

export function Checkout({ user }: { user: WireUser }) {
  const draft = useStore($draft);
  const address = useStore($address);
  const mistakes = useStore($mistakes);
  const notice = useStore($notice);
  const type = useStore($paymentType);
  const busy = useStore($busy);

  useEffect(() => {
    prefillAddress(user);
    prepareProvider();
  }, [user]);

  if (!draft) {
    return (
      <div className="empty">
        <h2>Nothing to check out</h2>
        <p>Choose a service and a package first.</p>
        <a className="button button--solid" href="/my-gig">
          See the services
        </a>
      </div>
    );
  }

  const total = toPaise(draftTotal(draft));
  const begun = draft.orderId !== undefined;
  const dues = instalmentsOf(total, begun ? 'Milestone' : type);
  const due = toRupees((begun ? dues[1] : dues[0]) ?? total);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = event.currentTarget;
    void payDraft().then(() => {
      form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    });
  }

  return (
    <>
      <Steps active={1} />
      <form className="checkout" noValidate onSubmit={submit}>
        <div className="checkout__form">
          <section className="sheet sheet--pad" aria-labelledby="delivery">
            <h2 id="delivery">Delivery details</h2>
            <div className="checkout__fields">
              {FIELDS.map(({ name, ...field }) => (
                <Field
                  key={name}
                  name={name}
                  {...field}
                  required
                  value={address[name]}
                  error={mistakes[name]}
                  onChange={(event) => $address.setKey(name, event.target.value)}
                />
              ))}
            </div>
          </section>
          {!begun && (
            <PaymentChoice
              chosen={type}
              onChoose={choosePaymentType}
              disabled={busy}
              splits={canSplit(total)}
            />
          )}
        </div>
        <aside className="checkout__aside">
          <Summary draft={draft} />
          {notice && (
            <p
              className={notice.tone === 'bad' ? 'notice notice--red' : 'notice'}
              role={notice.tone === 'bad' ? 'alert' : 'status'}
            >
              {notice.text} {begun && <a href={`/orders/${draft.orderId}`}>See the order</a>}
            </p>
          )}
          <button className="button button--solid button--wide" type="submit" disabled={busy}>
            {busy ? 'Processing...' : `Proceed to Payment (${rupees(due)})`}
          </button>
          <p className="fine checkout__methods">
            <Lock aria-hidden="true" /> Card, UPI, Net Banking. Your card data never reaches us.
          </p>
        </aside>
      </form>
    </>
  );
}
