import './list.css';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

/** Rows in one card; their columns are aligned. */
export const List = ({ label, children }: { label: string; children: ReactNode }) => (
  <ul className="card list" aria-label={label}>
    {children}
  </ul>
);

interface RowProps {
  icon: LucideIcon;
  tone?: 'red' | 'amber' | 'blue' | 'green' | undefined;
  title: ReactNode;
  /** What a click on the row does: an address, or an action. */
  open?: string | (() => void) | undefined;
  note?: ReactNode;
  /** A date, an amount or a state at the end of the row. */
  aside?: ReactNode;
  /** Buttons, which do not open the row. */
  children?: ReactNode;
}

export const ListRow = ({ icon: Icon, tone, title, open, note, aside, children }: RowProps) => (
  <li className="list__row">
    <span className="list__icon" data-tone={tone} aria-hidden="true">
      <Icon />
    </span>
    <span className="list__main">
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
    </span>
    {aside && <span className="list__aside text-13">{aside}</span>}
    {children && <span className="list__actions">{children}</span>}
  </li>
);
