import '../orders/orders.css';
import { useStore } from '@nanostores/react';
import { Download } from 'lucide-react';
import { useEffect } from 'react';
import { AUDIT_LOG_DAYS } from '../../../api/platform/audit/rules.ts';
import { Button } from '../../components/Button.tsx';
import { LoadedContent } from '../../features/loading/LoadedContent.tsx';
import { counted } from '../../lib/format.ts';
import { Screen } from '../Screen.tsx';
import { AuditLine } from './AuditLine.tsx';
import {
  $auditCheck,
  $auditFilter,
  $auditLog,
  type AuditPage,
  EXPORT_PATH,
  filterAuditLog,
  loadAuditCheck,
  loadAuditLog,
  showMore,
} from './stores.ts';

/** Who did what, when and from where. */
export function AuditLog() {
  const log = useStore($auditLog);
  const filter = useStore($auditFilter);
  useEffect(() => {
    void loadAuditLog();
    void loadAuditCheck();
  }, []);
  return (
    <Screen
      title="Audit log"
      note={`What you did, every sign-in and everything that was refused, for ${AUDIT_LOG_DAYS} days. No line can be changed.`}
      actions={
        <a className="button" href={EXPORT_PATH} download="audit-log.jsonl">
          <Download aria-hidden="true" /> Export
        </a>
      }
    >
      <div className="queue-tools">
        <fieldset className="segments" aria-label="Which lines">
          {(['', '1'] as const).map((refused) => (
            <button
              type="button"
              key={refused}
              aria-pressed={filter.refused === refused}
              onClick={() => filterAuditLog({ refused })}
            >
              {refused ? 'Refused or failed' : 'Everything'}
            </button>
          ))}
        </fieldset>
        <div className="field">
          <input
            type="search"
            aria-label="Find a line"
            placeholder="Action, person, id, network …"
            value={filter.find}
            onChange={(event) => filterAuditLog({ find: event.target.value })}
          />
        </div>
      </div>
      <LoadedContent loaded={log} retry={loadAuditLog}>
        {(page) => <Lines page={page} />}
      </LoadedContent>
      <Check />
    </Screen>
  );
}

function Lines({ page: { lines, next } }: { page: AuditPage }) {
  if (lines.length === 0) {
    return (
      <div className="empty">
        <h2>Nothing fits</h2>
        <Button onClick={() => filterAuditLog({ find: '', refused: '' })}>Show everything</Button>
      </div>
    );
  }
  return (
    <>
      <ul className="sheet queue queue--cols">
        {lines.map((line) => (
          <AuditLine key={line.seq} line={line} />
        ))}
      </ul>
      {next && (
        <p className="row queue-more">
          <span className="fine" role="status">
            The latest {lines.length}
          </span>
          <Button onClick={() => void showMore()}>Show more</Button>
        </p>
      )}
    </>
  );
}

/** Whether the chain of hashes holds. */
function Check() {
  const check = useStore($auditCheck);
  if (check.state !== 'loaded') return null;
  const { lines, brokenAt } = check.value;
  return (
    <p className={brokenAt === null ? 'fine lines__note' : 'error lines__note'} role="status">
      {brokenAt === null
        ? `${counted(lines, 'line')} checked: none was changed, none is missing.`
        : `Line ${brokenAt} is not as it was written. Compare it with a backup or an export.`}
    </p>
  );
}
