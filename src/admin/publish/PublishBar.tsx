import './publish.css';
import { useStore } from '@nanostores/react';
import { CircleAlert, CircleCheck, Rocket } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../components/Button.tsx';
import { pluralize } from '../../lib/format.ts';
import { $openTasks } from '../open-tasks.ts';
import { screenPath } from '../router.ts';
import { $ended, $isRequesting, $status, publishNow, watchPublish } from './publish-store.ts';

/** On every screen while edits wait for visitors: publishes them, and shows how far that is. */
export function PublishBar() {
  const openTasks = useStore($openTasks);
  const status = useStore($status);
  const isRequesting = useStore($isRequesting);
  const ended = useStore($ended);
  const waiting = (openTasks.state === 'loaded' && openTasks.value['publish']) || 0;
  const before = useRef<number>(undefined);
  // What was just saved may be published by itself.
  useEffect(() => {
    const isMore = before.current !== undefined && waiting > before.current;
    before.current = openTasks.state === 'loaded' ? waiting : undefined;
    return isMore ? watchPublish() : undefined;
  }, [waiting, openTasks.state]);

  const latest = status.state === 'loaded' ? status.value.latest : null;
  if (isRequesting || (status.state === 'loaded' && status.value.running)) {
    const step = latest && !latest.endedAt ? `: ${latest.step.toLowerCase()}` : '';
    return (
      <Bar icon={<span className="spinner" />} text={`Publishing${step} …`}>
        <Details />
      </Bar>
    );
  }
  if (ended === 'failed') {
    return (
      <Bar
        icon={<CircleAlert />}
        tone="red"
        text="The publish failed. Visitors see the site as it was."
      >
        <Details />
        <PublishButton label="Try again" />
      </Bar>
    );
  }
  if (ended === 'done') {
    return (
      <Bar icon={<CircleCheck />} tone="green" text="Published">
        <a className="button button--small" href="/" rel="external">
          See the site
        </a>
      </Bar>
    );
  }
  if (waiting === 0) return null;
  const verb = waiting === 1 ? 'waits' : 'wait';
  return (
    <Bar icon={<Rocket />} text={`${pluralize(waiting, 'edit')} ${verb}`}>
      <Details />
      <PublishButton label="Publish" />
    </Bar>
  );
}

const Details = () => (
  <a className="button button--small button--quiet" href={screenPath('publish')}>
    Details
  </a>
);

const PublishButton = ({ label }: { label: string }) => (
  <Button small onClick={() => void publishNow()}>
    {label}
  </Button>
);

interface BarProps {
  icon: ReactNode;
  tone?: 'red' | 'green';
  text: string;
  children: ReactNode;
}

const Bar = ({ icon, tone, text, children }: BarProps) => (
  <section className="publish-bar floating-card" aria-label="Publishing" data-tone={tone}>
    <span aria-hidden="true">{icon}</span>
    <strong role="status">{text}</strong>
    {children}
  </section>
);
