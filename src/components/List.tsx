import './list.css';
import { ImageOff, type LucideIcon } from 'lucide-react';
import { type ComponentProps, type MouseEvent, type ReactNode, useId } from 'react';

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

/** Instead of its icon and its buttons, the row shows whether it is selected. */
export interface RowSelection {
  isSelected: boolean;
  toggle: () => void;
}

export interface RowProps {
  icon?: LucideIcon | undefined;
  /** Instead of the icon; null for a row whose picture is missing. */
  picture?: { url: string } | null | undefined;
  tone?: 'red' | 'amber' | 'blue' | 'green' | 'accent' | undefined;
  title: ReactNode;
  /** What a click on the row does: an address, or an action. */
  open?: string | (() => void) | undefined;
  /** Called before an address is opened. */
  onOpen?: (event: MouseEvent) => void;
  /** Stands back behind the others. */
  isRead?: boolean;
  /** Of two lines at most; what must be read to its end is in `text`. */
  note?: ReactNode;
  text?: ReactNode;
  /** A date, an amount or a state at the end of the row. */
  aside?: ReactNode;
  /** Buttons, which do not open the row. */
  children?: ReactNode;
  selection?: RowSelection | undefined;
  /** The handlers of a row that can be dragged. */
  drag?: ComponentProps<'li'> | undefined;
}

export function ListRow(props: RowProps) {
  const { note, text, aside, children, selection, drag, isRead } = props;
  return (
    <li className="list__row" data-read={isRead} {...drag}>
      <Lead {...props} />
      <div className="list__main">
        <Title {...props} />
        {note && <span className="list__note clamp text-13">{note}</span>}
        {text && <div className="list__text">{text}</div>}
        {aside && <span className="list__aside text-13">{aside}</span>}
      </div>
      {children && !selection && <span className="list__actions">{children}</span>}
    </li>
  );
}

function Lead({ icon: Icon, tone, picture, selection, title }: RowProps) {
  const id = useId();
  if (selection) {
    return (
      <label className="list__icon list__select" htmlFor={id}>
        <span className="visually-hidden">{title}</span>
        <input
          type="checkbox"
          id={id}
          checked={selection.isSelected}
          onChange={() => selection.toggle()}
        />
      </label>
    );
  }
  if (picture !== undefined) {
    return (
      <span className="list__icon list__picture" aria-hidden="true">
        {picture ? (
          <img className="cover-image" src={picture.url} alt="" loading="lazy" />
        ) : (
          <ImageOff />
        )}
      </span>
    );
  }
  if (!Icon) return null;
  return (
    <span className="list__icon" data-tone={tone} aria-hidden="true">
      <Icon />
    </span>
  );
}

function Title({ title, open, onOpen, selection, drag }: RowProps) {
  if (open === undefined || selection) return <strong className="list__title">{title}</strong>;
  if (typeof open === 'function') {
    return (
      <button className="list__title covering-link" type="button" onClick={open}>
        {title}
      </button>
    );
  }
  return (
    <a
      className="list__title covering-link"
      href={open}
      onClick={onOpen}
      rel={open.startsWith('/desk') ? undefined : 'external'}
      draggable={drag ? false : undefined}
    >
      {title}
    </a>
  );
}
