import type { ReactNode } from 'react';

export interface Amount {
  name: ReactNode;
  /** Beside the name: when it is due. */
  note?: string;
  amount: ReactNode;
  isSum?: boolean;
}

/** Amounts with what each is for, one per line. */
export const AmountList = ({ label, rows }: { label?: string; rows: Amount[] }) => (
  <dl className="amount-list" aria-label={label}>
    {[...rows.entries()].map(([at, { name, note, amount, isSum }]) => (
      <div key={at} data-sum={isSum}>
        <dt>
          <span>{name}</span> {note && <span className="text-13">{note}</span>}
        </dt>
        <dd className="price">{amount}</dd>
      </div>
    ))}
  </dl>
);
