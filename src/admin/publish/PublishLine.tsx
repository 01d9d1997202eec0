import { useStore } from '@nanostores/react';
import { Rocket } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { gigPath } from '../../../api/modules/catalog/gigs/rules.ts';
import type { Status } from '../../../api/modules/site/publish/publisher.ts';
import { Button } from '../../components/Button.tsx';
import { type ToastLink, toast } from '../../components/toast.ts';
import { gigStore } from '../../features/gigs/owner-gigs-store.ts';
import { pluralize } from '../../lib/format.ts';
import { CONTENT_KINDS } from '../content-kinds.ts';
import { $openTasks } from '../open-tasks.ts';
import { $page, screenPath } from '../router.ts';
import { $ended, $isRequesting, $status, publishNow, watchPublish } from './publish-store.ts';

/** In the menu while edits wait for visitors: publishes them. How it ended is a toast. */
export function PublishLine() {
  const openTasks = useStore($openTasks);
  const status = useStore($status);
  const isRequesting = useStore($isRequesting);
  const waiting = (openTasks.state === 'loaded' && openTasks.value['publish']) || 0;
  const before = useRef<number>(undefined);
  // What was just saved may be published by itself.
  useEffect(() => {
    const isMore = before.current !== undefined && waiting > before.current;
    before.current = openTasks.state === 'loaded' ? waiting : undefined;
    return isMore ? watchPublish() : undefined;
  }, [waiting, openTasks.state]);
  useEffect(() => $ended.listen((latest) => latest && showEnd(latest)), []);

  const isRunning = isRequesting || (status.state === 'loaded' && status.value.running);
  if (!isRunning && waiting === 0) return null;
  const text = isRunning
    ? 'Publishing…'
    : `${pluralize(waiting, 'edit')} ${waiting === 1 ? 'waits' : 'wait'}`;
  return (
    <section className="row space-between" aria-label="Publishing">
      <a className="menu-item menu-item--quiet" href={screenPath('publish')}>
        {isRunning ? (
          <span className="spinner" aria-hidden="true" />
        ) : (
          <Rocket data-tone="accent" aria-hidden="true" />
        )}
        <span role="status">{text}</span>
      </a>
      {!isRunning && (
        <Button small onClick={() => void publishNow()}>
          Publish
        </Button>
      )}
    </section>
  );
}

/** The page of the site that the screen is about; none of a gig that visitors do not see. */
function shownPage(): ToastLink | undefined {
  const label = 'See the page';
  const route = $page.get()?.route;
  const { item: gig } = gigStore.editor.$editing.get();
  if (route === 'gig')
    return gig?.status === 'published' ? { label, href: gigPath(gig) } : undefined;
  const kind = CONTENT_KINDS.find(({ one, many }) => one === route || many === route);
  return { label, href: kind?.page ?? (route === 'profile' ? '/seller' : '/') };
}

const MOST_OF_REASON = 160;
const SHOW_END_MS = 6_000;

/** What came of it and why, in short: the Publishing screen has all of it, and shows it itself. */
function showEnd({ failure, uploadFailure }: NonNullable<Status['latest']>): void {
  if ($page.get()?.route === 'publish') return;
  const reason = (failure || uploadFailure || '').trim().replace(/\s+/g, ' ');
  if (!reason) {
    void toast('success', 'Published', { duration: SHOW_END_MS, link: shownPage() });
    return;
  }
  const outcome = failure ? 'Not published' : 'Published here, but the upload failed';
  const end = reason.length > MOST_OF_REASON ? ' …' : '';
  void toast('error', `${outcome}: ${reason.slice(0, MOST_OF_REASON)}${end}`, {
    duration: 2 * SHOW_END_MS,
    link: { label: 'Details', href: screenPath('publish') },
  });
}
