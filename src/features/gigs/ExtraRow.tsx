import { Minus, Plus } from 'lucide-react';
import type { ExtraDto } from '../../../api/modules/catalog/gigs/dto.ts';
import { Price } from './Price.tsx';

interface Props {
  extra: ExtraDto;
  /** Undefined while the extra is not chosen. */
  quantity: number | undefined;
  onToggle: () => void;
  onQuantity: (quantity: number) => void;
}

export function ExtraRow({ extra, quantity, onToggle, onQuantity }: Props) {
  const chosen = quantity !== undefined;
  const about = `about-${extra._id}`;
  return (
    <li className="extra" data-chosen={chosen || undefined}>
      <label className="extra__choice">
        <input type="checkbox" checked={chosen} onChange={onToggle} aria-describedby={about} />
        <span>{extra.name}</span>
      </label>
      <span className="price">
        <Price of={extra} />
      </span>
      <p className="muted text-15" id={about}>
        {extra.description}
      </p>
      {chosen && (
        <div className="quantity-stepper">
          <button
            type="button"
            aria-label={`Decrease quantity of ${extra.name}`}
            disabled={quantity <= 1}
            onClick={() => onQuantity(quantity - 1)}
          >
            <Minus aria-hidden="true" />
          </button>
          <output aria-label={`Quantity of ${extra.name}`}>{quantity}</output>
          <button
            type="button"
            aria-label={`Increase quantity of ${extra.name}`}
            onClick={() => onQuantity(quantity + 1)}
          >
            <Plus aria-hidden="true" />
          </button>
        </div>
      )}
    </li>
  );
}
