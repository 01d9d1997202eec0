import './table.css';
import type { ReactNode } from 'react';

export interface Column<Row> {
  name: string;
  cell: (row: Row) => ReactNode;
  /** A number: on one line, at the end of its column. */
  isNumber?: boolean;
  /** A text that is never broken into lines on a desk, such as a date. */
  isShort?: boolean;
  /** On a phone: beside the first column, after the column's name, or below it as it is. */
  onPhone?: 'beside' | 'named';
}

interface Props<Row> {
  /** What the rows are, for screen readers. */
  label: string;
  /** The first one names the row. */
  columns: Column<Row>[];
  rows: Row[];
  keyOf: (row: Row) => string;
  /** Where a click anywhere on the row leads; null for a row without a page. */
  href?: (row: Row) => string | null;
  /** Inside a card: without a border around it. */
  isPlain?: boolean;
}

/** A table on a desk, a list on a phone. */
export function Table<Row>({
  label,
  columns: [first, ...columns],
  rows,
  keyOf,
  href,
  isPlain,
}: Props<Row>) {
  if (!first) return null;
  return (
    <div className={`table-card ${isPlain ? 'table-card--plain' : 'card'}`}>
      <table className="table" aria-label={label}>
        <thead>
          <tr>
            {[first, ...columns].map(({ name, isNumber }) => (
              <th key={name} scope="col" data-number={isNumber}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              <th scope="row">
                <RowLink href={href?.(row) ?? null}>{first.cell(row)}</RowLink>
              </th>
              {columns.map((column) => (
                <Cell key={column.name} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface TextProps {
  label: string;
  head: string[];
  /** As many texts as the head has. */
  rows: string[][];
  isPlain?: boolean;
}

/** A table of texts; on a phone each stands after the name of its column. */
export const TextTable = ({ label, head, rows, isPlain = false }: TextProps) => (
  <Table
    {...{ label, isPlain }}
    columns={head.map((name, at) => ({ name, cell: (row: string[]) => row[at], onPhone: 'named' }))}
    rows={rows}
    keyOf={([first = '']) => first}
  />
);

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const { name, cell, isNumber, isShort, onPhone } = column;
  const content = cell(row);
  return (
    <td data-number={isNumber} data-short={isShort} data-phone={onPhone}>
      {onPhone === 'named' && content && (
        <span className="table__name" aria-hidden="true">
          {name}
        </span>
      )}
      {content}
    </td>
  );
}

const RowLink = ({ href, children }: { href: string | null; children: ReactNode }) =>
  href === null ? (
    children
  ) : (
    <a className="table__link covering-link" href={href}>
      {children}
    </a>
  );

/** The name of a row, and beneath it what tells it apart. */
export const RowTitle = ({ title, note }: { title: ReactNode; note?: ReactNode }) => (
  <span className="table__title">
    <strong>{title}</strong>
    {note && <span className="text-13">{note}</span>}
  </span>
);
