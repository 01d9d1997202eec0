import type { PaymentType } from '../../../api/modules/orders/rules.ts';
import { price } from '../../lib/format.ts';
import { amountDueOf } from './amount-due.ts';

const CHOICES = [
  { type: 'Full', label: 'Full Payment', text: 'Pay entire amount upfront' },
  { type: 'Milestone', label: 'Milestone Payment', text: 'Split payment into stages' },
] as const;

/** The amounts of a choice: '₹500 now, ₹500 on delivery'. */
function amountsText(total: number, currency: string, type: PaymentType): string {
  const { now, later } = amountDueOf(total, type);
  return later
    ? `${price(now, currency)} now, ${price(later, currency)} on delivery`
    : `${price(now, currency)} now`;
}

interface Props {
  total: number;
  currency: string;
  chosen: PaymentType;
  onChoose: (type: PaymentType) => void;
  disabled: boolean;
  splits: boolean;
}

/** The choice between full payment and instalments. */
export function PaymentChoice({ total, currency, chosen, onChoose, disabled, splits }: Props) {
  return (
    <fieldset className="payment-choice stack stack--medium" disabled={disabled}>
      <legend>Payment method</legend>
      {CHOICES.map(({ type, label, text }) => (
        <label key={type} className="card">
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
            <span className="text-13">{text}</span>
            <span className="text-15">{amountsText(total, currency, type)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
