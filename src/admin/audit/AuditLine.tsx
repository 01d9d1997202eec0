import { Ban, CircleCheck, CircleX } from 'lucide-react';
import { outcomeOf, STATUS_REASONS } from '../../../api/platform/audit/texts.ts';
import { ListRow } from '../../components/List.tsx';
import { dateAndTime, rupees } from '../../lib/format.ts';
import type { AuditLine as Line } from './audit-log-store.ts';

const OUTCOMES = {
  done: ['Done', 'green', CircleCheck],
  refused: ['Refused', 'amber', Ban],
  failed: ['Failed', 'red', CircleX],
} as const;

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
  const [outcome, tone, icon] = OUTCOMES[outcomeOf(line.status)];
  const reason = STATUS_REASONS[line.status];
  const who = line.who.name ?? (line.who.id ? 'Deleted account' : NOBODY[line.who.role]);
  const role = ['owner', 'assistant'].includes(line.who.role) ? line.who.role : '';
  const changes = Object.entries(line.changes).map(
    ([name, [before, after]]) => `${words(name)}: ${show(name, before)} → ${show(name, after)}`,
  );
  return (
    <ListRow
      icon={icon}
      tone={tone}
      title={line.name}
      text={
        <>
          <span className="text-13">
            {[outcome, who, role, line.device, line.network, reason].filter(Boolean).join(' · ')}
          </span>
          {changes.length > 0 && <span className="text-13">{changes.join('\n')}</span>}
          {line.subject && <span className="text-13 mono">{line.subject}</span>}
        </>
      }
      aside={
        <>
          <span className="mono">#{line.seq}</span>{' '}
          <time dateTime={line.at}>{dateAndTime(line.at)}</time>
        </>
      }
    />
  );
}
