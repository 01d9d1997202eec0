import { INSTALMENT_TRIGGERS } from '../../../api/modules/orders/agreements/rules.ts';
import { TRIGGER_NAMES } from '../../../api/modules/quotes/texts.ts';
import { Field } from '../../components/Field.tsx';
import { SelectField } from '../../components/Select.tsx';
import { changeQuoteFields, type QuoteFields } from './quote-form-store.ts';

type Instalment = QuoteFields['instalments'][number];

interface Props {
  instalments: Instalment[];
  currency: string;
  error: string | undefined;
}

/** The instalments of a quote: what each is called, its amount, and when it is to be paid. */
export function InstalmentFields({ instalments, currency, error }: Props) {
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
