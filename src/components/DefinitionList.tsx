import './definition-list.css';
import type { ReactNode } from 'react';

/** Names and values, one per line. */
export const DefinitionList = ({ rows }: { rows: [string, ReactNode][] }) => (
  <dl className="definition-list">
    {rows.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
