import './list.css';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface ListProps {
  /** What the rows are, for screen readers. */
  label: string;
  /** Inside a card: lines between the rows, and no border around them. */
  isPlain?: boolean;
  isBusy?: boolean;
  children: ReactNode;
}

/** Rows whose columns are aligned, in one card. */
export const List = ({ label, isPlain, isBusy, children }: ListProps) => (
  <ul className={isPlain ? 'list list--plain' : 'card list'} aria-label={label} aria-busy={isBusy}>
    {children}
  </ul>
);

interface RowProps {
  icon?: LucideIcon | undefined;
  tone?: 'red' | 'amber' | 'blue' | 'green' | undefined;
  title: ReactNode;
  /** What a click on the row does: an address, or an action. */
  open?: string | (() => void) | undefined;
  /** Of two lines at most; what must be read to its end is in `text`. */
  note?: ReactNode;
  text?: ReactNode;
  /** A date, an amount or a state at the end of the row. */
  aside?: ReactNode;
  /** Buttons, which do not open the row. */
  children?: ReactNode;
}

export const ListRow = ({
  icon: Icon,
  tone,
  title,
  open,
  note,
  text,
  aside,
  children,
}: RowProps) => (
  <li className="list__row">
    {Icon && (
      <span className="list__icon" data-tone={tone} aria-hidden="true">
        <Icon />
      </span>
    )}
    <div className="list__main">
      {typeof open === 'string' && (
        <a
          className="list__title"
          href={open}
          rel={open.startsWith('/desk') ? undefined : 'external'}
        >
          {title}
        </a>
      )}
      {typeof open === 'function' && (
        <button className="list__title" type="button" onClick={open}>
          {title}
        </button>
      )}
      {open === undefined && <strong className="list__title">{title}</strong>}
      {note && <span className="list__note text-13">{note}</span>}
      {text && <div className="list__text">{text}</div>}
      {aside && <span className="list__aside text-13">{aside}</span>}
    </div>
    {children && <span className="list__actions">{children}</span>}
  </li>
);
