import '../edit/edit.css';
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { CancellationTerms } from '../../../api/modules/orders/cancellation/rules.ts';
import { cancellationTable } from '../../../api/modules/orders/cancellation/rules.ts';
import { Checkbox, Field } from '../../components/Field.tsx';
import { CancellationTable } from '../../features/orders/CancellationTable.tsx';
import { Loaded } from '../../features/request-feedback/LoadedContent.tsx';
import { rupees } from '../../lib/format.ts';
import type { Form } from '../../lib/use-form.ts';
import { ScreenLayout } from '../ScreenLayout.tsx';
import { SettingsForm } from '../SettingsForm.tsx';
import {
  $refundSpeed,
  $sellsInDollars,
  $terms,
  saveTerms,
  setRefundSpeed,
  switchDollars,
  versionOfTerms,
} from './terms-store.ts';

/** The cancellation terms of future orders and quotes. */
export function Terms() {
  return (
    <ScreenLayout
      title="Terms"
      note="What a buyer gets when an order is cancelled. Refunds are automatic; you pay what is on top. Orders that were placed and quotes that were sent keep the terms they were agreed with."
    >
      <Loaded store={$terms}>
        {(value) => (
          <div className="stack">
            <section className="card card--padded stack" aria-labelledby="shown">
              <h2 id="shown">As buyers read it before they pay</h2>
              <CancellationTable table={cancellationTable(value)} />
            </section>
            <TermsForm key={value.version} terms={value} />
            <RefundSpeed />
            <Dollars />
          </div>
        )}
      </Loaded>
    </ScreenLayout>
  );
}

/** Whether refunds are instant, which the provider charges for. */
function RefundSpeed() {
  const speed = useStore($refundSpeed);
  useEffect(() => void $refundSpeed.load(), []);
  if (speed.state !== 'loaded') return null;
  return (
    <section className="card card--padded stack" aria-label="Refunds">
      <Checkbox
        label="Instant refunds"
        hint="Most banks show them within minutes instead of five to seven working days. Razorpay charges a fee for each."
        checked={speed.value === 'optimum'}
        onChange={({ target }) => void setRefundSpeed(target.checked ? 'optimum' : 'normal')}
      />
    </section>
  );
}

/** Whether gigs have a second price list. */
function Dollars() {
  const dollars = useStore($sellsInDollars);
  useEffect(() => void $sellsInDollars.load(), []);
  if (dollars.state !== 'loaded') return null;
  return (
    <section className="card card--padded stack" aria-label="Currencies">
      <Checkbox
        label="Prices in US dollars, too"
        hint="For buyers outside India, by card. A gig is sold in dollars once each of its packages and extras has a price in them. Razorpay converts what is paid to rupees at its own rate."
        checked={dollars.value}
        onChange={({ target }) => void switchDollars(target.checked)}
      />
    </section>
  );
}

const FIELDS = [
  ['notAccepted', 'Before you accept the order, % refunded'],
  ['accepted', 'Accepted and nothing delivered, % refunded'],
  ['lateAfterDays', 'Late from so many days after the delivery date'],
] as const;

/** What the seller adds to a full refund, with what that is in rupees. */
function ShareOnTop({ form, share }: { form: Form; share: number }) {
  const [typed, setTyped] = useState(String(share));
  const percent = Number(typed);
  const known = Number.isInteger(percent) && percent >= 0 && percent <= 100;
  const hint = `If you cancel ₹10,000 after accepting, or are late, the buyer gets all of it back${
    known && percent > 0
      ? `, and you pay ${rupees(percent * 100)} on top`
      : ', and you pay nothing on top'
  }.`;
  return (
    <Field
      label="On top of everything if you cancel or are late, % of what is paid"
      type="number"
      inputMode="numeric"
      min={0}
      max={100}
      defaultValue={share}
      hint={known ? hint : undefined}
      {...form.field('sellerShare')}
      onInput={(event) => setTyped(event.currentTarget.value)}
    />
  );
}

const TermsForm = ({ terms }: { terms: CancellationTerms }) => (
  <SettingsForm
    className="card card--padded stack"
    save={async (fields) =>
      saveTerms(fields, fields['over'] ? await versionOfTerms() : terms.version)
    }
    load={$terms.load}
    label="Save for future orders"
  >
    {(form) => (
      <>
        <h2>Change them</h2>
        <div className="auto-columns">
          {FIELDS.map(([name, label]) => (
            <Field
              key={name}
              label={label}
              type="number"
              inputMode="numeric"
              min={0}
              max={name === 'lateAfterDays' ? 90 : 100}
              defaultValue={terms[name]}
              {...form.field(name)}
            />
          ))}
          <ShareOnTop form={form} share={terms.sellerShare} />
        </div>
        <p className="text-13">
          After a delivery there is no automatic refund: you decide, with a refund on the order.
        </p>
      </>
    )}
  </SettingsForm>
);
