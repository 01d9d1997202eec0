import '../orders/orders.css';
import './doctor.css';
import { useStore } from '@nanostores/react';
import { Stethoscope } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CheckReport, CheckResult } from '../../../api/platform/installation-checks.ts';
import { Button } from '../../components/Button.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { LoadedContent } from '../../features/request-feedback/LoadedContent.tsx';
import { dateAndTime, pluralize } from '../../lib/format.ts';
import { useLiveUpdates } from '../live-updates.ts';
import { ScreenLayout } from '../ScreenLayout.tsx';
import { $isChecking, $report, loadReport, runChecks } from './doctor-store.ts';

const STATES = {
  good: ['Good', 'green'],
  wrong: ['To do', 'red'],
  skipped: ['Not checked', ''],
} as const;

/** The doctor: one line for each part of the installation. */
export function Doctor() {
  const report = useStore($report);
  const isChecking = useStore($isChecking);
  useLiveUpdates(loadReport);
  return (
    <ScreenLayout
      title="Doctor"
      note="Checks each part of this installation from outside: one line each, green or what to do. The app does so every five minutes; what is wrong is on Today. The button also sends you a test mail, and pays and refunds ₹1 in the sandbox; with live keys no money is moved."
      actions={
        <Button
          variant="solid"
          icon={Stethoscope}
          disabled={isChecking}
          onClick={() => void runChecks()}
        >
          {isChecking ? 'Checking…' : 'Check everything'}
        </Button>
      }
    >
      <LoadedContent loaded={report} retry={loadReport}>
        {(value) => (
          <>
            <p className="text-13 doctor__sum" role="status">
              {isChecking ? 'Checking…' : value && summaryOf(value)}
            </p>
            {value ? (
              <ul className="card row-list" aria-busy={isChecking}>
                {value.findings.map((result) => (
                  <CheckLine key={result.part} result={result} />
                ))}
              </ul>
            ) : (
              <EmptyState icon={Stethoscope} title="Not checked yet">
                <p>
                  A check takes a few seconds. The same at the machine:{' '}
                  <code className="mono">npm run doctor</code>
                </p>
              </EmptyState>
            )}
          </>
        )}
      </LoadedContent>
    </ScreenLayout>
  );
}

function summaryOf({ at, findings }: CheckReport): string {
  const wrong = findings.filter(({ state }) => state === 'wrong').length;
  const sum = wrong === 0 ? 'Nothing is wrong.' : `${pluralize(wrong, 'part')} to repair.`;
  return `${sum} Checked ${dateAndTime(at)}.`;
}

interface CheckLineProps {
  result: CheckResult;
  /** Where to repair it. */
  children?: ReactNode;
}

/** One part of the installation and its state. */
export function CheckLine({ result: { part, state, text }, children }: CheckLineProps) {
  const [label, tone] = STATES[state];
  return (
    <li className="doctor__line">
      <span className={tone ? `badge badge--${tone}` : 'badge'}>{label}</span>
      <strong>{part}</strong>
      <span className="doctor__text">
        {text}
        {children && <> {children}</>}
      </span>
    </li>
  );
}
