import { Check, ChevronDown, LoaderCircle, X } from 'lucide-react';
import type { Status } from '../../../api/modules/site/publish/progress.ts';
import { STEPS } from '../../../api/modules/site/rules.ts';
import { timeAgo } from '../../lib/format.ts';

interface Props {
  latest: NonNullable<Status['latest']>;
  uploads: boolean;
}

/** The progress or the result of the latest publish. */
export function Progress({ latest, uploads }: Props) {
  const { step, endedAt, failure, uploadFailure, log, kind } = latest;
  const steps = (kind === 'rollback' ? (['Switch', 'Upload'] as const) : STEPS).filter(
    (each) => uploads || each !== 'Upload',
  );
  const current = steps.indexOf(step);
  const done = endedAt !== null && failure === null;
  return (
    <section className="card card--padded stack progress" aria-labelledby="progress-title">
      <h2 id="progress-title">
        <span role="status">{titleOf(latest)}</span>
        {endedAt && <span className="text-13"> {timeAgo(endedAt)}</span>}
      </h2>
      <ol className="progress__steps">
        {steps.map((each, index) => (
          <li
            className="progress__step"
            key={each}
            data-state={stateOf(index, current, done, failure !== null)}
            aria-current={!endedAt && index === current ? 'step' : undefined}
          >
            <StepMark state={stateOf(index, current, done, failure !== null)} /> {each}
          </li>
        ))}
      </ol>
      {failure && (
        <pre className="notice notice--red" role="alert">
          {failure}
        </pre>
      )}
      {uploadFailure && (
        <pre className="notice notice--red" role="alert">
          The site here is switched, but PUBLISH_COMMAND failed. {uploadFailure}
        </pre>
      )}
      {log && (
        <details open={!endedAt}>
          <summary className="disclosure text-15">
            What the build says <ChevronDown aria-hidden="true" />
          </summary>
          <textarea
            className="build-log"
            aria-label="Log of the build"
            readOnly
            rows={12}
            value={log}
          />
        </details>
      )}
    </section>
  );
}

function titleOf({ endedAt, failure, kind }: Props['latest']): string {
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

function stateOf(index: number, current: number, done: boolean, failed: boolean): State {
  if (done || index < current) return 'done';
  if (index > current) return 'waiting';
  return failed ? 'failed' : 'now';
}

function StepMark({ state }: { state: State }) {
  if (state === 'done') return <Check aria-label="done:" />;
  if (state === 'failed') return <X aria-label="failed:" />;
  if (state === 'now') return <LoaderCircle aria-label="now:" />;
  return <span className="progress__dot" aria-hidden="true" />;
}
