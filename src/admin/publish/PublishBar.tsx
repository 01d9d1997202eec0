import './publish.css';
import { useStore } from '@nanostores/react';
import { CircleAlert, CircleCheck, Rocket } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Status } from '../../../api/modules/site/publish/publisher.ts';
import { Button } from '../../components/Button.tsx';
import { gigStore } from '../../features/gigs/owner-gigs-store.ts';
import { pluralize } from '../../lib/format.ts';
import { CONTENT_KINDS } from '../content-kinds.ts';
import type { EditableItem } from '../edit/create-editor.ts';
import { $openTasks } from '../open-tasks.ts';
import { $page, screenPath } from '../router.ts';
import { $ended, $isRequesting, $status, publishNow, watchPublish } from './publish-store.ts';

/** On every screen while edits wait for visitors: publishes them, and shows how far that is. */
export function PublishBar() {
  const openTasks = useStore($openTasks);
  const status = useStore($status);
  const isRequesting = useStore($isRequesting);
  const ended = useStore($ended);
  const waiting = (openTasks.state === 'loaded' && openTasks.value['publish']) || 0;
  const page = useStore($page);
  const { item: gig } = useStore(gigStore.editor.$editing);
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
      <Bar icon={<CircleAlert />} tone="red" text={reasonOf(latest)}>
        <Details />
        <PublishButton label="Try again" />
      </Bar>
    );
  }
  if (ended === 'done') {
    const path = pageOf(page, gig);
    return (
      <Bar icon={<CircleCheck />} tone="green" text="Published">
        {path && (
          <a className="button button--small" href={path} rel="external">
            See the page
          </a>
        )}
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

/** The page of the site that the screen is about; none of a gig that visitors do not see. */
function pageOf(page: ReturnType<typeof $page.get>, gig: EditableItem | null): string | null {
  if (page?.route === 'gig') return gig?.status === 'published' ? `/my-gig/${gig._id}` : null;
  const kind = CONTENT_KINDS.find(({ one, many }) => one === page?.route || many === page?.route);
  if (kind) return kind.page;
  return page?.route === 'profile' ? '/seller' : '/';
}

const MOST_OF_REASON = 160;

/** What came of it and why, in short: the Publishing screen has all of it. */
function reasonOf(latest: Status['latest']): string {
  const { failure, uploadFailure } = latest ?? {};
  const outcome = failure ? 'Not published' : 'Published here, but the upload failed';
  const reason = (failure || uploadFailure || '').trim().replace(/\s+/g, ' ');
  const end = reason.length > MOST_OF_REASON ? ' …' : '';
  return `${outcome}: ${reason.slice(0, MOST_OF_REASON)}${end}`;
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
  tone?: 'red' | 'green' | 'accent';
  text: string;
  children: ReactNode;
}

const Bar = ({ icon, tone = 'accent', text, children }: BarProps) => (
  <section className="publish-bar row floating-card" aria-label="Publishing">
    <span className="row" data-tone={tone} aria-hidden="true">
      {icon}
    </span>
    <strong role="status">{text}</strong>
    {children}
  </section>
);
