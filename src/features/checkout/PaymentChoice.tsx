import type { PaymentType } from '../../../api/modules/orders/rules.ts';

const CHOICES = [
  { type: 'Full', label: 'Full Payment', text: 'Pay entire amount upfront' },
  { type: 'Milestone', label: 'Milestone Payment', text: 'Split payment into stages' },
] as const;

interface Props {
  chosen: PaymentType;
  onChoose: (type: PaymentType) => void;
  disabled: boolean;
  splits: boolean;
}

export function PaymentChoice({ chosen, onChoose, disabled, splits }: Props) {
  return (
    <fieldset className="choice" disabled={disabled}>
      <legend>Payment method</legend>
      {CHOICES.map(({ type, label, text }) => (
        <label key={type} className="sheet">
          <input
            type="radio"
            name="paymentType"
            value={type}
            checked={chosen === type}
            disabled={type === 'Milestone' && !splits}
            onChange={() => onChoose(type)}
          />
          <span>
            <strong>{label}</strong>
            <span className="fine">{text}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
