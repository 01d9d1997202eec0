import { outcomeOf, STATUS_REASONS } from '../../../api/platform/audit/texts.ts';
import { dateAndTime, rupees } from '../../lib/format.ts';
import type { AuditLine as Line } from './audit-log-store.ts';

const OUTCOMES = {
  done: ['Done', 'green'],
  refused: ['Refused', 'amber'],
  failed: ['Failed', 'red'],
};

const NOBODY: Record<string, string> = { visitor: 'Visitor', machine: 'At the machine' };

/** Columns that hold paise. */
const MONEY = /^(paid|refunded|price)/;
const ISO = /^\d{4}-\d\d-\d\dT/;

function show(name: string, value: string | number | null): string {
  if (value === null) return 'none';
  if (typeof value === 'number') return MONEY.test(name) ? rupees(value / 100) : String(value);
  return ISO.test(value) ? dateAndTime(value) : value;
}

/** `delivery_date` and `linesNotRecorded` as words. */
const words = (name: string): string =>
  name.replace(/_/g, ' ').replace(/[A-Z]/g, (sign) => ` ${sign.toLowerCase()}`);

/** One line of the audit log. */
export function AuditLine({ line }: { line: Line }) {
  const [outcome = '', tone = ''] = OUTCOMES[outcomeOf(line.status)];
  const reason = STATUS_REASONS[line.status];
  const who = line.who.name ?? (line.who.id ? 'Deleted account' : NOBODY[line.who.role]);
  const role = ['owner', 'assistant'].includes(line.who.role) ? line.who.role : '';
  return (
    <li className="row-list__row">
      <span className={`badge badge--${tone}`}>{outcome}</span>
      <span className="row-list__main">
        <strong>{line.name}</strong>
        <span className="text-13">
          {[who, role, line.device, line.network, reason].filter(Boolean).join(' · ')}
        </span>
        {Object.entries(line.changes).map(([name, [before, after]]) => (
          <span className="text-13" key={name}>
            {words(name)}: {show(name, before)} → {show(name, after)}
          </span>
        ))}
        {line.subject && <span className="text-13 mono">{line.subject}</span>}
      </span>
      <span className="row-list__end text-13 mono">#{line.seq}</span>
      <time className="text-13" dateTime={line.at}>
        {dateAndTime(line.at)}
      </time>
    </li>
  );
}
