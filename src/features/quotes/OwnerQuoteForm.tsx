import { useStore } from '@nanostores/react';
import { type ChangeEvent, useEffect, useState } from 'react';
import { INSTALMENT_TRIGGERS } from '../../../api/modules/orders/agreements/rules.ts';
import { MAX_INSTALMENTS, TRIGGER_NAMES } from '../../../api/modules/quotes/texts.ts';
import type { Currency } from '../../../api/platform/money/rules.ts';
import { NumberField, NumberFields, PriceField } from '../../admin/edit/NumberFields.tsx';
import { $sellsInDollars } from '../../admin/terms/terms-store.ts';
import { Button } from '../../components/Button.tsx';
import { Checkbox, Field, TextArea } from '../../components/Field.tsx';
import { Modal } from '../../components/Modal.tsx';
import { SelectField } from '../../components/Select.tsx';
import { useForm } from '../../lib/use-form.ts';
import { SaveProblem } from '../request-feedback/SaveProblem.tsx';
import {
  $quoteForm,
  changeQuoteFields,
  closeQuoteForm,
  fillFromPlan,
  listPlans,
  loadStoredQuote,
  type QuoteFields,
  saveQuote,
  splitIntoInstalments,
} from './owner-quote-form-store.ts';

const COUNTS = Array.from({ length: MAX_INSTALMENTS }, (_, at) => at + 1);

/** The form of a quote; it can be filled from a package. */
export function OwnerQuoteForm() {
  const writing = useStore($quoteForm);
  const dollars = useStore($sellsInDollars);
  const form = useForm(({ action, over }) =>
    saveQuote({ sends: action === 'send', over: over !== undefined }),
  );
  // Not before it is known whether there is a choice of currency: a field that came later would move the others.
  if (!writing || dollars.state === 'loading') return null;
  const { fields } = writing;
  const input = (name: 'title' | 'deliveryDays' | 'revisions' | 'validDays') => ({
    ...form.field(name),
    value: fields[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) =>
      changeQuoteFields({ [name]: event.target.value }),
  });

  return (
    <Modal title="Quote" kind="drawer" onClose={closeQuoteForm}>
      <form className="stack" noValidate onSubmit={form.onSubmit}>
        <PlanChoice />
        <Field label="Title" {...input('title')} />
        <TextArea
          label="What is included, one item per line"
          rows={4}
          {...form.field('scope')}
          value={fields.scope}
          onChange={(event) => changeQuoteFields({ scope: event.target.value })}
        />
        <Price fields={fields} field={form.field} />
        <InstalmentFields
          {...{ instalments: fields.instalments, currency: fields.currency }}
          error={form.field('parts').error}
        />
        <NumberFields>
          <NumberField label="Delivery, days" min={1} {...input('deliveryDays')} />
          <NumberField label="Revisions" min={0} {...input('revisions')} />
          <NumberField label="Valid, days" min={1} {...input('validDays')} />
        </NumberFields>
        <Checkbox
          label="Files open when the part due on delivery is paid"
          checked={fields.opensWhenPaid}
          onChange={({ target }) => changeQuoteFields({ opensWhenPaid: target.checked })}
        />
        <SaveProblem text={form.problem} load={loadStoredQuote} />
        <p className="row">
          <Button variant="solid" type="submit" name="action" value="send" disabled={form.busy}>
            {form.busy ? 'Sending...' : 'Send quote'}
          </Button>
          <Button type="submit" name="action" value="save" disabled={form.busy}>
            Save draft
          </Button>
        </p>
        <p className="text-13">A sent quote never changes. A new version withdraws it.</p>
      </form>
    </Modal>
  );
}

function PlanChoice() {
  const [plans, setPlans] = useState<Awaited<ReturnType<typeof listPlans>>>([]);
  const [chosenAt, setChosenAt] = useState('');
  useEffect(() => void listPlans().then(setPlans), []);
  return (
    <SelectField
      label="Start from a package"
      value={chosenAt}
      onChange={({ target: { value } }) => {
        setChosenAt(value);
        const chosen = value === '' ? undefined : plans[Number(value)];
        if (chosen) fillFromPlan(chosen.title, chosen.plan);
      }}
    >
      <option value="">Choose…</option>
      {[...plans.entries()].map(([at, { label }]) => (
        <option key={label} value={at}>
          {label}
        </option>
      ))}
    </SelectField>
  );
}

/** Only where the shop sells in dollars, or did when this quote was begun. */
function CurrencyChoice({ fields: { currency }, field }: PriceProps) {
  const dollars = useStore($sellsInDollars);
  const isSold = dollars.state === 'loaded' && dollars.value;
  if (!isSold && currency === 'INR') return null;
  return (
    <SelectField
      label="Currency"
      {...field('currency')}
      value={currency}
      onChange={({ target }) => changeQuoteFields({ currency: target.value as Currency })}
    >
      <option value="INR">Rupees</option>
      <option value="USD">US dollars</option>
    </SelectField>
  );
}

interface PriceProps {
  fields: QuoteFields;
  field: (name: string) => { name: string; error: string | undefined };
}

const Price = ({ fields, field }: PriceProps) => (
  <NumberFields>
    <PriceField
      currency={fields.currency}
      min={1}
      value={fields.price}
      data-changes="parts"
      {...field('price')}
      onChange={(event) => splitIntoInstalments(fields.instalments.length, event.target.value)}
    />
    <CurrencyChoice fields={fields} field={field} />
    <SelectField
      label="Parts"
      value={fields.instalments.length}
      onChange={(event) => splitIntoInstalments(Number(event.target.value), fields.price)}
    >
      {COUNTS.map((count) => (
        <option key={count} value={count}>
          {count}
        </option>
      ))}
    </SelectField>
  </NumberFields>
);

type Instalment = QuoteFields['instalments'][number];

interface Props {
  instalments: Instalment[];
  currency: string;
  error: string | undefined;
}

/** The instalments of a quote: what each is called, its amount, and when it is to be paid. */
function InstalmentFields({ instalments, currency, error }: Props) {
  const change = (at: number, changes: Partial<Instalment>) =>
    changeQuoteFields({
      instalments: instalments.map((instalment, index) =>
        index === at ? { ...instalment, ...changes } : instalment,
      ),
    });
  if (instalments.length === 1 && !error) return null;
  return (
    <fieldset className="stack">
      <legend className="visually-hidden">Parts</legend>
      {instalments.map((instalment, at) => (
        <div className="quote-form__instalment" key={instalment.key}>
          <Field
            label={`Part ${at + 1}`}
            placeholder="Name"
            maxLength={60}
            value={instalment.title}
            onChange={(event) => change(at, { title: event.target.value })}
          />
          <Field
            label={`Amount in ${currency === 'INR' ? '₹' : '$'}`}
            type="number"
            min={1}
            step={0.01}
            value={instalment.amount}
            onChange={(event) => change(at, { amount: event.target.value })}
          />
          <SelectField
            label="Paid"
            value={instalment.due}
            disabled={at === 0}
            onChange={(event) => change(at, { due: event.target.value as Instalment['due'] })}
          >
            {INSTALMENT_TRIGGERS.map((trigger) => (
              <option key={trigger} value={trigger}>
                {TRIGGER_NAMES[trigger]}
              </option>
            ))}
          </SelectField>
          {instalment.due === 'date' && (
            <Field
              label={`Day of part ${at + 1}`}
              type="date"
              value={instalment.day}
              onChange={(event) => change(at, { day: event.target.value })}
            />
          )}
        </div>
      ))}
      {error && (
        <p className="field__error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
