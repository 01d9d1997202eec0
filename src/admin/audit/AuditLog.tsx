import { useStore } from '@nanostores/react';
import { Ban, CircleCheck, CircleX, Download } from 'lucide-react';
import { useEffect } from 'react';
import { outcomeOf, STATUS_REASONS } from '../../../api/platform/audit/texts.ts';
import { Button } from '../../components/Button.tsx';
import { List, ListRow } from '../../components/List.tsx';
import { FilteredList } from '../../features/lists/FilteredList.tsx';
import { filteredList } from '../../features/lists/filtered-list.ts';
import { readJson } from '../../lib/api.ts';
import { dateAndTime, pluralize } from '../../lib/format.ts';
import { adminApi, downloadConfirmed, remote } from '../requests.ts';
import { ScreenLayout } from '../ScreenLayout.tsx';

const fetchPage = (query: Record<string, string>) =>
  readJson(adminApi.audit.$get({ query } as object));

type Line = Awaited<ReturnType<typeof fetchPage>>['lines'][number];

const auditLog = filteredList(
  // `refused=1` lists only refused and failed actions.
  { find: '', refused: '' as '' | '1' },
  'lines',
  'before',
  fetchPage,
);

const exportAuditLog = (): Promise<void> =>
  downloadConfirmed('/api/v1/desk/audit/export', 'audit-log.jsonl');

const $auditCheck = remote(() => readJson(adminApi.audit.check.$get()));

const CHOICES = {
  label: 'Which lines',
  filter: 'refused',
  values: ['', '1'],
  nameOf: (refused: string) => (refused ? 'Refused or failed' : 'Everything'),
} as const;

/** The audit log: who did what, when and from where. */
export function AuditLog() {
  useEffect(() => {
    void auditLog.reload();
    void $auditCheck.load();
  }, []);
  return (
    <ScreenLayout
      title="Audit log"
      note="What you did, every sign-in and everything that was refused. Entries cannot be changed."
      actions={
        <Button icon={Download} onClick={() => void exportAuditLog()}>
          Export
        </Button>
      }
    >
      <div className="stack">
        <FilteredList
          list={auditLog}
          choices={CHOICES}
          search={['Find a line', 'Action, person, network …']}
          count={({ lines }) => lines.length}
          empty={['Nothing has happened yet', 'What you do and every sign-in will be shown here.']}
        >
          {({ lines }) => (
            <List label="Audit log">
              {lines.map((line) => (
                <AuditLine key={line.seq} line={line} />
              ))}
            </List>
          )}
        </FilteredList>
        <Check />
      </div>
    </ScreenLayout>
  );
}

/** The result of checking the chain of hashes. */
function Check() {
  const check = useStore($auditCheck);
  if (check.state !== 'loaded') return null;
  const { lines, brokenAt } = check.value;
  return (
    <p className={brokenAt === null ? 'text-13' : 'notice notice--red'} role="status">
      {brokenAt === null
        ? `${pluralize(lines, 'line')} checked: none was changed, none is missing.`
        : `Line ${brokenAt} is not as it was written. Compare it with a backup or an export.`}
    </p>
  );
}

const OUTCOMES = {
  done: ['Done', 'green', CircleCheck],
  refused: ['Refused', 'amber', Ban],
  failed: ['Failed', 'red', CircleX],
} as const;

const NOBODY: Record<string, string> = { visitor: 'Visitor', machine: 'On the server' };

const ISO = /^\d{4}-\d\d-\d\dT/;

function show(value: string | number | null): string {
  if (value === null) return 'none';
  return typeof value === 'string' && ISO.test(value) ? dateAndTime(value) : String(value);
}

/** `delivery_date` and `linesNotRecorded` as words. */
const words = (name: string): string =>
  name.replace(/_/g, ' ').replace(/(?<=[a-z])[A-Z]/g, (sign) => ` ${sign.toLowerCase()}`);

const Subject = ({ name, path }: NonNullable<Line['subject']>) => (
  <span className="text-13">{path ? <a href={path}>{name}</a> : name}</span>
);

/** One line of the audit log. */
function AuditLine({ line }: { line: Line }) {
  const [outcome, tone, icon] = OUTCOMES[outcomeOf(line.status)];
  const reason = STATUS_REASONS[line.status];
  const who = line.who.name ?? (line.who.id ? 'Deleted account' : NOBODY[line.who.role]);
  const role = ['owner', 'assistant'].includes(line.who.role) ? line.who.role : '';
  const changes = Object.entries(line.changes).map(
    ([name, [before, after]]) => `${words(name)}: ${show(before)} → ${show(after)}`,
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
          {line.subject && <Subject {...line.subject} />}
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
