import { useStore } from '@nanostores/react';
import { type ChangeEvent, useEffect, useState } from 'react';
import { MAX_INSTALMENTS } from '../../../api/modules/quotes/limits.ts';
import { Button } from '../../components/Button.tsx';
import { Field, TextArea } from '../../components/Field.tsx';
import { focusFirstInvalid } from '../../components/focus-first-field.ts';
import { Modal } from '../../components/Modal.tsx';
import { SelectField } from '../../components/Select.tsx';
import { FormError } from '../../features/account/FormError.tsx';
import { InstalmentFields } from './InstalmentFields.tsx';
import {
  $busy,
  $errors,
  $writing,
  changeFields,
  listPlans,
  type QuoteFields,
  saveQuote,
  splitInto,
  startFromPlan,
  stopWriting,
} from './stores.ts';

const COUNTS = Array.from({ length: MAX_INSTALMENTS }, (_, at) => at + 1);

async function save(form: HTMLFormElement | null, sends: boolean): Promise<void> {
  await saveQuote(sends);
  focusFirstInvalid(form);
}

/** The form of a quote; it can be filled from a package. */
export function QuoteForm() {
  const writing = useStore($writing);
  const busy = useStore($busy);
  const errors = useStore($errors);
  if (!writing) return null;
  const { fields } = writing;
  const input = (name: 'title' | 'deliveryDays' | 'revisions' | 'validDays') => ({
    ...{ name, value: fields[name], error: errors[name] },
    onChange: (event: ChangeEvent<HTMLInputElement>) =>
      changeFields({ [name]: event.target.value }),
  });

  return (
    <Modal title="Quote" kind="drawer" onClose={stopWriting}>
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save(event.currentTarget, true);
        }}
      >
        <PlanChoice />
        <Field label="Title" {...input('title')} />
        <TextArea
          label="What is included, one item per line"
          rows={4}
          value={fields.scope}
          error={errors['scope']}
          onChange={(event) => changeFields({ scope: event.target.value })}
        />
        <Price fields={fields} error={errors['price']} />
        <InstalmentFields parts={fields.parts} error={errors['parts']} />
        <div className="quote-form__numbers">
          <Field label="Days to delivery" type="number" min={1} {...input('deliveryDays')} />
          <Field label="Revisions" type="number" min={0} {...input('revisions')} />
          <Field label="Valid, days" type="number" min={1} {...input('validDays')} />
        </div>
        <FormError text={errors['form']} />
        <p className="row">
          <Button variant="solid" type="submit" disabled={busy}>
            {busy ? 'Sending...' : 'Send quote'}
          </Button>
          <Button disabled={busy} onClick={(event) => void save(event.currentTarget.form, false)}>
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
  useEffect(() => void listPlans().then(setPlans), []);
  return (
    <SelectField
      label="Start from a package"
      value=""
      onChange={(event) => {
        const chosen = plans[Number(event.target.value)];
        if (chosen) startFromPlan(chosen.title, chosen.plan);
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

interface FieldsProps {
  fields: QuoteFields;
  error: string | undefined;
}

const Price = ({ fields, error }: FieldsProps) => (
  <div className="quote-form__numbers">
    <Field
      label="Price in ₹"
      type="number"
      min={1}
      step={0.01}
      value={fields.price}
      error={error}
      onChange={(event) => splitInto(fields.parts.length, event.target.value)}
    />
    <SelectField
      label="Parts"
      value={fields.parts.length}
      onChange={(event) => splitInto(Number(event.target.value), fields.price)}
    >
      {COUNTS.map((count) => (
        <option key={count} value={count}>
          {count}
        </option>
      ))}
    </SelectField>
  </div>
);
