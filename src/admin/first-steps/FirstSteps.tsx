import { useStore } from '@nanostores/react';
import { Circle, CircleCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { FirstStep } from '../../../api/modules/dashboard/first-steps/rules.ts';
import { Button } from '../../components/Button.tsx';
import { List, ListRow } from '../../components/List.tsx';
import { LoadedContent } from '../../features/request-feedback/LoadedContent.tsx';
import { readJson } from '../../lib/api.ts';
import { runChecks } from '../doctor/Doctor.tsx';
import { useLiveUpdates } from '../live-updates.ts';
import { openShop } from '../publish/publish-store.ts';
import { adminApi, remote, runAdminAction } from '../requests.ts';
import { ScreenLayout } from '../ScreenLayout.tsx';

const calls = adminApi['first-steps'];

const $steps = remote(async () => (await readJson(calls.$get())).steps);

/** The actions of steps that need no page. */
const ACTIONS = { check: runChecks, open: openShop };

/** The link of a test mail leads to the screen with its token in the address, which proves that it arrived. */
async function confirmMailFromUrl(): Promise<void> {
  const token = new URLSearchParams(location.search).get('mail');
  if (!token) return;
  history.replaceState(null, '', location.pathname);
  await runAdminAction(() => readJson(calls.mail.$post({ json: { token } })));
}

/** All first steps, also when Today shows them no more. */
export function FirstSteps() {
  const steps = useStore($steps);
  useLiveUpdates($steps.load);
  useEffect(() => void confirmMailFromUrl().then($steps.load), []);
  return (
    <ScreenLayout title="First steps">
      <LoadedContent loaded={steps} retry={$steps.load}>
        {(value) => (
          <div className="stack">
            <FirstStepList steps={value} reload={$steps.load} />
          </div>
        )}
      </LoadedContent>
    </ScreenLayout>
  );
}

interface Props {
  steps: FirstStep[];
  /** Called after an action that may have finished a step. */
  reload: () => Promise<void>;
  /** The first open step has the one solid button of the screen. */
  isFirst?: boolean;
}

/** What a new shop needs: open steps with where they are done, and those that are done. */
export function FirstStepList({ steps, reload, isFirst = true }: Props) {
  const open = steps.filter(({ isDone }) => !isDone);
  const done = steps.filter(({ isDone }) => isDone);
  const next = open.find(({ isOptional }) => !isOptional) ?? open[0];
  return (
    <>
      {open.length > 0 && (
        <List label="First steps">
          {open.map((step) => (
            <ListRow
              key={step.key}
              icon={Circle}
              tone={step.isOptional ? undefined : 'amber'}
              title={step.title}
              open={typeof step.to === 'string' ? step.to : undefined}
              text={step.state}
              aside={step.isOptional && 'Optional'}
            >
              <StepAction step={step} reload={reload} isSolid={isFirst && step === next} />
            </ListRow>
          ))}
        </List>
      )}
      {done.length > 0 && (
        <details open={open.length === 0}>
          <summary className="disclosure text-15">{done.length} done</summary>
          <List label="Steps that are done">
            {done.map(({ key, title, state, to }) => (
              <ListRow
                key={key}
                icon={CircleCheck}
                tone="green"
                title={title}
                open={typeof to === 'string' ? to : undefined}
                note={state}
              />
            ))}
          </List>
        </details>
      )}
    </>
  );
}

interface ActionProps {
  step: FirstStep;
  reload: () => Promise<void>;
  isSolid: boolean;
}

function StepAction({ step: { title, action, to }, reload, isSolid }: ActionProps) {
  const [isBusy, setBusy] = useState(false);
  if (typeof to === 'string') {
    return (
      <a
        className={`button button--small ${isSolid ? 'button--solid' : ''}`}
        href={to}
        aria-label={`${action}: ${title}`}
        rel={to.startsWith('/desk') ? undefined : 'external'}
      >
        {action}
      </a>
    );
  }
  const run = async () => {
    setBusy(true);
    await ACTIONS[to.run]();
    await reload();
    setBusy(false);
  };
  return (
    <Button
      small
      variant={isSolid ? 'solid' : undefined}
      disabled={isBusy}
      aria-label={`${action}: ${title}`}
      onClick={() => void run()}
    >
      {action}
    </Button>
  );
}
