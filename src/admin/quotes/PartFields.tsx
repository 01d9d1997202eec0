import { INSTALMENT_TRIGGERS } from '../../../api/modules/orders/agreements/rules.ts';
import { TRIGGER_NAMES } from '../../../api/modules/quotes/texts.ts';
import { Field } from '../../components/Field.tsx';
import { Select } from '../../components/Select.tsx';
import { changeFields, type QuoteFields } from './stores.ts';

type Part = QuoteFields['parts'][number];

interface Props {
  parts: Part[];
  error: string | undefined;
}

/** The parts of a quote: what each is called, its amount, and when it is to be paid. */
export function PartFields({ parts, error }: Props) {
  const change = (at: number, changes: Partial<Part>) =>
    changeFields({
      parts: parts.map((part, index) => (index === at ? { ...part, ...changes } : part)),
    });
  if (parts.length === 1 && !error) return null;
  return (
    <fieldset className="stack">
      <legend className="visually-hidden">Parts</legend>
      {parts.map((part, at) => (
        <div className="quote-form__instalment" key={part.key}>
          <Field
            label={`Part ${at + 1}`}
            name={`title-${at}`}
            placeholder="Name (optional)"
            maxLength={60}
            value={part.title}
            onChange={(event) => change(at, { title: event.target.value })}
          />
          <Field
            label="Amount in ₹"
            name={`amount-${at}`}
            type="number"
            min={1}
            step={0.01}
            value={part.amount}
            onChange={(event) => change(at, { amount: event.target.value })}
          />
          <div className="field quote-form__due">
            <label htmlFor={`due-${part.key}`}>Paid</label>
            <Select
              id={`due-${part.key}`}
              value={part.due}
              disabled={at === 0}
              onChange={(event) => change(at, { due: event.target.value as Part['due'] })}
            >
              {INSTALMENT_TRIGGERS.map((trigger) => (
                <option key={trigger} value={trigger}>
                  {TRIGGER_NAMES[trigger]}
                </option>
              ))}
            </Select>
          </div>
          {part.due === 'date' && (
            <Field
              label={`Day of part ${at + 1}`}
              name={`day-${at}`}
              type="date"
              value={part.day}
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
