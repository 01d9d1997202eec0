import { useStore } from '@nanostores/react';
import {
  Check,
  ChevronDown,
  Circle,
  CircleCheck,
  Globe,
  Rocket,
  Store,
  Trash2,
  X,
} from 'lucide-react';
import { useEffect, useState } from 'react';
import type { UnpublishedChange } from '../../../api/modules/site/build/catalog-snapshot.ts';
import type { Status } from '../../../api/modules/site/publish/publisher.ts';
import { STEPS } from '../../../api/modules/site/rules.ts';
import { Button } from '../../components/Button.tsx';
import { ConfirmModal } from '../../components/ConfirmModal.tsx';
import { Checkbox } from '../../components/Field.tsx';
import { List, ListRow } from '../../components/List.tsx';
import { LoadedContent } from '../../features/request-feedback/LoadedContent.tsx';
import { timeAgo } from '../../lib/format.ts';
import { contentKind } from '../content-kinds.ts';
import { screenPath } from '../router.ts';
import { ScreenLayout } from '../ScreenLayout.tsx';
import {
  $changes,
  $isRequesting,
  $shop,
  $status,
  publishNow,
  removeStarterContent,
  rollBackTo,
  setAutomatic,
  watchPublish,
} from './publish-store.ts';

export function Publish() {
  const status = useStore($status);
  const changes = useStore($changes);
  const isRequesting = useStore($isRequesting);
  const shop = useStore($shop);
  useEffect(watchPublish, []);
  const isRunning = isRequesting || (status.state === 'loaded' && status.value.running);
  return (
    <ScreenLayout
      title="Publishing"
      note="Visitors see what you saved once it is published."
      actions={
        <Button
          variant={shop.state === 'loaded' && !shop.value.open ? undefined : 'solid'}
          icon={Rocket}
          disabled={isRunning}
          onClick={() => void publishNow()}
        >
          {isRunning ? 'Publishing…' : 'Publish now'}
        </Button>
      }
    >
      <LoadedContent loaded={status} retry={watchPublish}>
        {(value) => (
          <div className="stack stack--large">
            <ShopState />
            {value.latest && <Progress latest={value.latest} uploads={value.uploads} />}
            <section className="stack stack--medium" aria-labelledby="changes-title">
              <h2 id="changes-title">Changed since the last publish</h2>
              <LoadedContent loaded={changes} retry={$changes.load}>
                {(list) => <Changes changes={list} />}
              </LoadedContent>
            </section>
            <AutomaticSwitch isOn={value.automatic} />
            <section className="stack stack--medium" aria-labelledby="releases-title">
              <h2 id="releases-title">Releases</h2>
              <Releases releases={value.releases} disabled={isRunning} />
            </section>
          </div>
        )}
      </LoadedContent>
    </ScreenLayout>
  );
}

/** Whether saved changes are published without a click. */
const AutomaticSwitch = ({ isOn }: { isOn: boolean }) => (
  <section className="card card--padded">
    <Checkbox
      label="Publish changes automatically"
      hint="The site is published a second after you save a change to it. Going back to a release switches this off. Clients’ reviews reach the site within a minute in any case."
      checked={isOn}
      onChange={({ target }) => void setAutomatic(target.checked)}
    />
  </section>
);

const TONES = { added: 'green', changed: 'blue', removed: 'red' } as const;
function Changes({ changes }: { changes: UnpublishedChange[] }) {
  if (changes.length === 0) {
    return (
      <p className="row muted">
        <CircleCheck data-tone="green" aria-hidden="true" /> Visitors see everything as it is here.
      </p>
    );
  }
  return (
    <List label="Changed since the last publish">
      {changes.map(({ kind, what, title }) => {
        const shown = kind === 'site' ? { item: 'Site', icon: Globe } : contentKind(kind);
        return (
          <ListRow
            key={`${kind} ${what} ${title}`}
            icon={shown.icon}
            title={title}
            note={shown.item}
            aside={<span className={`badge badge--${TONES[what]}`}>{what}</span>}
          />
        );
      })}
    </List>
  );
}

interface Props {
  releases: Status['releases'];
  disabled: boolean;
}

/** The stored releases, each with a button to roll back to it. */
function Releases({ releases, disabled }: Props) {
  return (
    <List label="Releases">
      {releases.map(({ name, publishedAt, isCurrent }) => (
        <ListRow
          key={name}
          icon={Rocket}
          title={timeAgo(publishedAt)}
          text={<span className="text-13 mono">{name}</span>}
          aside={isCurrent && <span className="badge badge--green">Visitors see this</span>}
        >
          {!isCurrent && (
            <Button
              small
              disabled={disabled}
              aria-label={`Go back to the release of ${timeAgo(publishedAt)}`}
              onClick={() => void rollBackTo(name)}
            >
              Go back
            </Button>
          )}
        </ListRow>
      ))}
    </List>
  );
}

/** The steps from a new installation to the owner's own open shop; nothing once both are done. */
function ShopState() {
  const shop = useStore($shop);
  const [isAsking, setAsking] = useState(false);
  useEffect(() => void $shop.load(), []);
  if (shop.state !== 'loaded') return null;
  const { open, isStarter } = shop.value;
  return (
    <>
      {!open && (
        <section className="card card--padded stack stack--medium" aria-labelledby="closed-title">
          <h2 id="closed-title">Your shop is closed</h2>
          <p>Visitors see that it opens soon, and nothing can be ordered.</p>
          <p>
            <a className="button button--solid" href={screenPath('firstSteps')}>
              <Store aria-hidden="true" /> Open the shop
            </a>
          </p>
        </section>
      )}
      {isStarter && (
        <section className="card card--padded stack stack--medium" aria-labelledby="starter-title">
          <h2 id="starter-title">Starter content</h2>
          <p>This shop still holds gigs, reviews or words of the starter shop.</p>
          <p>
            <Button icon={Trash2} onClick={() => setAsking(true)}>
              Remove starter content
            </Button>
          </p>
        </section>
      )}
      {isAsking && (
        <ConfirmModal
          title="Remove the starter content?"
          confirmLabel="Remove"
          cancelLabel="Keep it"
          danger
          onConfirm={() => void removeStarterContent()}
          onClose={() => setAsking(false)}
        >
          <p>
            Its gigs, past work, people, reviews, pictures and words are deleted. What you have
            written yourself stays.
          </p>
        </ConfirmModal>
      )}
    </>
  );
}

interface ProgressProps {
  latest: NonNullable<Status['latest']>;
  uploads: boolean;
}

/** The progress or the result of the latest publish. */
function Progress({ latest, uploads }: ProgressProps) {
  const { step, endedAt, failure, uploadFailure, log } = latest;
  const steps = STEPS.filter((each) => uploads || each !== 'Upload');
  const current = steps.indexOf(step);
  const done = endedAt !== null && failure === null;
  return (
    <section className="card card--padded stack" aria-labelledby="progress-title">
      <h2 id="progress-title">
        <span role="status">{titleOf(latest)}</span>
        {endedAt && <span className="text-13"> {timeAgo(endedAt)}</span>}
      </h2>
      {!done && (
        <ol className="row">
          {steps.map((each, index) => (
            <Step
              key={each}
              name={each}
              state={stateOf(index, current, failure !== null)}
              isCurrent={!endedAt && index === current}
            />
          ))}
        </ol>
      )}
      {failure && (
        <p className="notice notice--red written-text" role="alert">
          {failure}
        </p>
      )}
      {uploadFailure && (
        <p className="notice notice--red written-text" role="alert">
          The site here is switched, but PUBLISH_COMMAND failed. {uploadFailure}
        </p>
      )}
      {log && (
        <details open={!endedAt}>
          <summary className="disclosure text-15">
            For whoever runs the server: what the build says <ChevronDown aria-hidden="true" />
          </summary>
          <div className="field">
            <textarea
              className="mono text-13"
              wrap="off"
              aria-label="Log of the build"
              readOnly
              rows={12}
              value={log}
            />
          </div>
        </details>
      )}
    </section>
  );
}

function titleOf({ endedAt, failure, kind }: ProgressProps['latest']): string {
  const isRollback = kind === 'rollback';
  if (!endedAt) return isRollback ? 'Going back …' : 'Publishing …';
  if (kind === 'refresh') {
    return failure
      ? 'New reviews could not be shown; visitors see the site as it was'
      : 'New reviews are shown';
  }
  if (failure) return 'The last publish failed; visitors see the site as it was';
  return isRollback ? 'Went back to an earlier release' : 'Published';
}

type State = 'done' | 'now' | 'failed' | 'waiting';

function stateOf(index: number, current: number, failed: boolean): State {
  if (index < current) return 'done';
  if (index > current) return 'waiting';
  return failed ? 'failed' : 'now';
}

const Step = ({ name, state, isCurrent }: { name: string; state: State; isCurrent: boolean }) => (
  <li
    className={state === 'now' ? 'row' : 'row muted'}
    data-tone={state === 'failed' ? 'red' : undefined}
    aria-current={isCurrent ? 'step' : undefined}
  >
    <StepMark state={state} /> {state === 'now' ? <strong>{name}</strong> : name}
  </li>
);

function StepMark({ state }: { state: State }) {
  if (state === 'done') return <Check data-tone="green" aria-label="done:" />;
  if (state === 'failed') return <X aria-label="failed:" />;
  if (state === 'now') return <span className="spinner" role="img" aria-label="now:" />;
  return <Circle aria-hidden="true" />;
}
