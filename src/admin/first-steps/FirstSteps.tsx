import { useStore } from '@nanostores/react';
import { Circle, CircleCheck, Share2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { FirstStep } from '../../../api/modules/dashboard/first-steps/rules.ts';
import { Button } from '../../components/Button.tsx';
import { ConfirmModal } from '../../components/ConfirmModal.tsx';
import { CopyLink } from '../../components/CopyLink.tsx';
import { List, ListRow } from '../../components/List.tsx';
import { LoadedContent } from '../../features/request-feedback/LoadedContent.tsx';
import { readJson } from '../../lib/api.ts';
import { pluralize } from '../../lib/format.ts';
import { runChecks } from '../doctor/Doctor.tsx';
import { useLiveUpdates } from '../live-updates.ts';
import { $shop, openShop } from '../publish/publish-store.ts';
import { adminApi, remote, runAdminAction } from '../requests.ts';
import { ScreenLayout } from '../ScreenLayout.tsx';

const calls = adminApi['first-steps'];

const $steps = remote(() => readJson(calls.$get()));

/** Takes the steps off Today, or shows them there again. */
export async function putAway(isPutAway: boolean, reload: () => Promise<void>): Promise<void> {
  if (await runAdminAction(() => readJson(calls.$put({ json: { isPutAway } })))) await reload();
}

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
            <ShopAddress />
            <FirstStepList steps={value.steps} reload={$steps.load} />
            {value.isPutAway && (
              <p className="row">
                <Button onClick={() => void putAway(false, $steps.load)}>Show them on Today</Button>
              </p>
            )}
          </div>
        )}
      </LoadedContent>
    </ScreenLayout>
  );
}

/** Where the shop is, to copy, share or print; nothing before it opens. */
export function ShopAddress() {
  const shop = useStore($shop);
  useEffect(() => void $shop.load(), []);
  if (shop.state !== 'loaded' || !shop.value.open) return null;
  const { url, qr } = shop.value;
  return (
    <section className="card card--padded stack" aria-labelledby="shop-address">
      <h2 id="shop-address">Your shop is open</h2>
      <CopyLink label="Its address" url={url} isSolid={false}>
        {'share' in navigator && (
          <Button icon={Share2} onClick={() => void navigator.share({ url }).catch(() => {})}>
            Share
          </Button>
        )}
        <a className="button" href={url} rel="external">
          Look at it
        </a>
      </CopyLink>
      <details>
        <summary className="disclosure text-15">As a QR code</summary>
        <img
          className="qr"
          alt="QR code with the address of your shop"
          src={`data:image/svg+xml,${encodeURIComponent(qr)}`}
        />
      </details>
    </section>
  );
}

interface Props {
  steps: FirstStep[];
  /** Called after an action that may have finished a step. */
  reload: () => Promise<void>;
  /** The first open step has the one solid button of the screen. */
  isFirst?: boolean;
}

/** What a new shop needs: how far it is, open steps with where they are done, and those that are done. */
export function FirstStepList({ steps, reload, isFirst = true }: Props) {
  const open = steps.filter(({ isDone }) => !isDone);
  const done = steps.filter(({ isDone }) => isDone);
  const needed = open.filter(({ isOptional }) => !isOptional);
  const next = needed[0] ?? open[0];
  const unproved = needed.filter(({ key }) => key !== 'open').map(({ title }) => title);
  const groups = [
    ['Needed to sell', needed],
    ['Good to have', open.filter(({ isOptional }) => isOptional)],
  ] as const;
  const minutes = needed.reduce((sum, each) => sum + each.minutes, 0);
  return (
    <>
      {open.length > 0 && (
        <div className="row">
          <progress max={steps.length} value={done.length} aria-label="Steps done" />
          <span className="text-13">
            {done.length} of {steps.length} done
            {minutes > 0 && `, about ${pluralize(minutes, 'minute')} left`}
          </span>
        </div>
      )}
      {groups.map(
        ([label, group]) =>
          group.length > 0 && (
            <section key={label} className="stack stack--medium" aria-label={label}>
              <h3>{label}</h3>
              <List label={label}>
                {group.map((step) => (
                  <ListRow
                    key={step.key}
                    icon={Circle}
                    tone={step.isOptional ? undefined : 'amber'}
                    title={step.title}
                    open={typeof step.to === 'string' ? step.to : undefined}
                    text={step.state}
                    aside={`${step.minutes} min`}
                  >
                    <StepAction
                      {...{ step, reload, unproved }}
                      isSolid={isFirst && step === next}
                    />
                  </ListRow>
                ))}
              </List>
            </section>
          ),
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
  /** The needed steps that are open, without the opening itself. */
  unproved: string[];
}

const AND = new Intl.ListFormat('en-GB');

function StepAction({ step, reload, isSolid, unproved }: ActionProps) {
  const { title, action, to } = step;
  const [isBusy, setBusy] = useState(false);
  const [isAsking, setAsking] = useState(false);
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
  const asksFirst = to.run === 'open' && unproved.length > 0;
  return (
    <>
      <Button
        small
        variant={isSolid ? 'solid' : undefined}
        disabled={isBusy}
        aria-label={`${action}: ${title}`}
        onClick={() => (asksFirst ? setAsking(true) : void run())}
      >
        {isBusy ? 'One moment…' : action}
      </Button>
      {isAsking && (
        <ConfirmModal
          title="Open the shop?"
          confirmLabel="Open it"
          cancelLabel="Not yet"
          onConfirm={() => void run()}
          onClose={() => setAsking(false)}
        >
          <p>
            Visitors can order from now on. Not done or proved yet: {AND.format(unproved)}. You find
            them here afterwards, too.
          </p>
        </ConfirmModal>
      )}
    </>
  );
}
