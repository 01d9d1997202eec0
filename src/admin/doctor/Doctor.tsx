import { useStore } from '@nanostores/react';
import { ChevronDown, CircleCheck, CircleDashed, CircleX, Stethoscope } from 'lucide-react';
import { atom } from 'nanostores';
import type { ReactNode } from 'react';
import type { CheckReport, CheckResult } from '../../../api/platform/installation-checks.ts';
import { Button } from '../../components/Button.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Field } from '../../components/Field.tsx';
import { List, ListRow } from '../../components/List.tsx';
import { SentForm } from '../../features/account/SentForm.tsx';
import { Folded } from '../../features/orders/Folded.tsx';
import { LoadedContent } from '../../features/request-feedback/LoadedContent.tsx';
import { readJson } from '../../lib/api.ts';
import { dateAndTime, pluralize } from '../../lib/format.ts';
import { useForm } from '../../lib/use-form.ts';
import { useLiveUpdates } from '../live-updates.ts';
import { adminApi, remote, runAdminAction } from '../requests.ts';
import { ScreenLayout } from '../ScreenLayout.tsx';

const $isChecking = atom(false);

/** The last report, also of the checks that the app makes by itself; null before the first one. */
const $report = remote(async () => (await readJson(adminApi.doctor.$get())).report);

/** Checks every part; the previous lines stay until the response. */
export async function runChecks(): Promise<void> {
  $isChecking.set(true);
  await runAdminAction(async () => {
    const { at, findings } = await readJson(adminApi.doctor.$post());
    $report.set({ state: 'loaded', value: { at, findings } });
    return {};
  });
  $isChecking.set(false);
}

/** Throws the error that the form shows beside the field. */
async function saveDkimSelector(selector: string): Promise<void> {
  const { at, findings } = await readJson(adminApi.doctor.dkim.$put({ json: { selector } }));
  $report.set({ state: 'loaded', value: { at, findings } });
}

const STATES = {
  good: ['Good', 'green', CircleCheck],
  wrong: ['To do', 'red', CircleX],
  skipped: ['Not checked', undefined, CircleDashed],
} as const;

/** The doctor: one line for each part of the installation. */
export function Doctor() {
  const report = useStore($report);
  const isChecking = useStore($isChecking);
  useLiveUpdates($report.load);
  return (
    <ScreenLayout
      title="Doctor"
      note="Everything the shop needs to run, checked every five minutes; problems also appear on Today. The button sends you a test mail, too, and without live keys pays and refunds ₹1. No real money moves."
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
      <LoadedContent loaded={report} retry={$report.load}>
        {(value) => (
          <div className="stack stack--medium">
            <p className="text-13" role="status">
              {isChecking ? 'Checking…' : value && summaryOf(value)}
            </p>
            {value ? (
              <>
                <CheckList findings={value.findings.filter((each) => !isGood(each))} />
                <Folded title={`${value.findings.filter(isGood).length} good`} plain>
                  <CheckList findings={value.findings.filter(isGood)} />
                </Folded>
              </>
            ) : (
              <EmptyState icon={Stethoscope} title="Not checked yet">
                <p>
                  A check takes a few seconds. Or on the server:{' '}
                  <code className="mono">npm run doctor</code>
                </p>
              </EmptyState>
            )}
          </div>
        )}
      </LoadedContent>
    </ScreenLayout>
  );
}

const isGood = ({ state }: CheckResult): boolean => state === 'good';

function CheckList({ findings }: Pick<CheckReport, 'findings'>) {
  const isChecking = useStore($isChecking);
  if (findings.length === 0) return null;
  return (
    <List label="Checks" isBusy={isChecking}>
      {findings.map((result) => (
        <CheckLine key={result.part} result={result}>
          {result.part === 'Mail records' && result.state !== 'skipped' && <DkimForm />}
        </CheckLine>
      ))}
    </List>
  );
}

function summaryOf({ at, findings }: CheckReport): string {
  const wrong = findings.filter(({ state }) => state === 'wrong').length;
  const sum = wrong === 0 ? 'Nothing is wrong.' : `${pluralize(wrong, 'part')} to repair.`;
  return `${sum} Checked ${dateAndTime(at)}.`;
}

/** Only the mail provider knows the selector, which is the beginning of the name of its DKIM record. */
function DkimForm() {
  const form = useForm(({ selector = '' }) => saveDkimSelector(selector));
  return (
    <SentForm className="stack stack--small" form={form} label={['Look it up', 'Checking…']}>
      <Field
        label="DKIM selector"
        autoComplete="off"
        autoCapitalize="off"
        {...form.field('selector')}
      />
    </SentForm>
  );
}

interface CheckLineProps {
  result: CheckResult;
  /** What is missing for it. */
  children?: ReactNode;
}

/** One part of the installation and its state. */
function CheckLine({ result: { part, state, text, server }, children }: CheckLineProps) {
  const [label, tone, icon] = STATES[state];
  return (
    <ListRow
      icon={icon}
      tone={tone}
      title={part}
      text={
        <>
          {text}
          {server && (
            <details>
              <summary className="disclosure text-13">
                For whoever runs the server <ChevronDown aria-hidden="true" />
              </summary>
              <p className="text-13">{server}</p>
            </details>
          )}
          {children}
        </>
      }
      aside={<span className={tone ? `badge badge--${tone}` : 'badge'}>{label}</span>}
    />
  );
}
