import '../orders/orders.css';
import './doctor.css';
import { useStore } from '@nanostores/react';
import { Stethoscope } from 'lucide-react';
import type { CheckResult } from '../../../api/modules/dashboard/doctor/check.ts';
import { Button } from '../../components/Button.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { SkeletonRows } from '../../components/SkeletonRows.tsx';
import { pluralize } from '../../lib/format.ts';
import { ScreenLayout } from '../ScreenLayout.tsx';
import { $isChecking, $results, runChecks } from './doctor-store.ts';

const STATES = {
  good: ['Good', 'green'],
  wrong: ['To do', 'red'],
  skipped: ['Not checked', ''],
} as const;

/** The doctor: one line for each part of the installation. */
export function Doctor() {
  const results = useStore($results);
  const isChecking = useStore($isChecking);
  return (
    <ScreenLayout
      title="Doctor"
      note="Checks each part of this installation from outside: one line each, green or what to do. It sends you a test mail. In the sandbox it pays and refunds ₹1; with live keys no money is moved."
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
      <p className="text-13 doctor__sum" role="status">
        {isChecking ? 'Checking…' : results && summaryOf(results)}
      </p>
      {results ? (
        <ul className="card row-list" aria-busy={isChecking}>
          {results.map((result) => (
            <Line key={result.part} result={result} />
          ))}
        </ul>
      ) : isChecking ? (
        <SkeletonRows />
      ) : (
        <EmptyState icon={Stethoscope} title="Not checked yet">
          <p>
            A check takes a few seconds. The same at the machine:{' '}
            <code className="mono">npm run doctor</code>
          </p>
        </EmptyState>
      )}
    </ScreenLayout>
  );
}

function summaryOf(results: CheckResult[]): string {
  const wrong = results.filter(({ state }) => state === 'wrong').length;
  return wrong === 0 ? 'Nothing is wrong.' : `${pluralize(wrong, 'part')} to repair.`;
}

function Line({ result: { part, state, text } }: { result: CheckResult }) {
  const [label, tone] = STATES[state];
  return (
    <li className="doctor__line">
      <span className={tone ? `badge badge--${tone}` : 'badge'}>{label}</span>
      <strong>{part}</strong>
      <span className="doctor__text">{text}</span>
    </li>
  );
}
