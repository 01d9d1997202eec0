import { useStore } from '@nanostores/react';
import { Compass } from 'lucide-react';
import { lazy } from 'react';
import { Empty } from '../components/Empty.tsx';
import { Backups } from './backups/Backups.tsx';
import { Gigs } from './gigs/Gigs.tsx';
import { Inbox } from './inbox/Inbox.tsx';
import { Order } from './orders/Order.tsx';
import { Orders } from './orders/Orders.tsx';
import { Payments } from './payments/Payments.tsx';
import { Projects } from './projects/Projects.tsx';
import { Publish } from './publish/Publish.tsx';
import { Reviews } from './reviews/Reviews.tsx';
import { $page, pathOf } from './router.ts';
import { Screen } from './Screen.tsx';
import { Today } from './today/Today.tsx';

// The editor of descriptions is the heaviest thing here.
const GigEditor = lazy(() => import('./gigs/GigEditor.tsx'));
const ProjectEditor = lazy(() => import('./projects/ProjectEditor.tsx'));

/** What the address names. */
export function ScreenOf() {
  const page = useStore($page);
  switch (page?.route) {
    case 'today':
      return <Today />;
    case 'orders':
      return <Orders />;
    case 'order':
      return <Order id={page.params.id} />;
    case 'inbox':
      return <Inbox />;
    case 'payments':
      return <Payments />;
    case 'reviews':
      return <Reviews />;
    case 'gigs':
      return <Gigs />;
    case 'gig':
      return <GigEditor id={page.params.id} />;
    case 'projects':
      return <Projects />;
    case 'project':
      return <ProjectEditor id={page.params.id} />;
    case 'publish':
      return <Publish />;
    case 'backups':
      return <Backups />;
    default:
      return (
        <Screen title="Nothing here">
          <Empty icon={Compass} title="The desk has no such drawer">
            <a className="button" href={pathOf('today')}>
              Back to today
            </a>
          </Empty>
        </Screen>
      );
  }
}
