import { useStore } from '@nanostores/react';
import { Download } from 'lucide-react';
import { useEffect } from 'react';
import { Button } from '../../components/Button.tsx';
import { List } from '../../components/List.tsx';
import { FilteredList } from '../../features/lists/FilteredList.tsx';
import { pluralize } from '../../lib/format.ts';
import { ScreenLayout } from '../ScreenLayout.tsx';
import { AuditLine } from './AuditLine.tsx';
import { $auditCheck, auditLog, exportAuditLog, loadAuditCheck } from './audit-log-store.ts';

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
    void loadAuditCheck();
  }, []);
  return (
    <ScreenLayout
      title="Audit log"
      note="What you did, every sign-in and everything that was refused. No line can be changed."
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
          search={['Find a line', 'Action, person, id, network …']}
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
