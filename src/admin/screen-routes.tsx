import { useStore } from '@nanostores/react';
import { Compass, Lock } from 'lucide-react';
import { type ComponentType, type ReactNode, useEffect } from 'react';
import { EmptyState } from '../components/EmptyState.tsx';
import { loadOnDemand } from '../components/load-on-demand.tsx';
import { OwnerInbox } from '../features/chat/OwnerInbox.tsx';
import { OwnerOrder } from '../features/orders/OwnerOrder.tsx';
import { OwnerOrders } from '../features/orders/OwnerOrders.tsx';
import { OwnerPayments } from '../features/payments/OwnerPayments.tsx';
import { screenShell } from './DashboardShell.tsx';
import { $isAssistant, isClosedToAssistants } from './permissions.ts';
import { $page, screenPath } from './router.ts';
import { ScreenLayout } from './ScreenLayout.tsx';
import { PATHS, type Route } from './screens.ts';
import { Today } from './today/Today.tsx';
import { Visits } from './visits/Visits.tsx';

// Loaded on demand: Today, the orders, the inbox and the payments are opened all day; the rich text editor is the
// largest part of the dashboard.
const fallback = () => screenShell(location.pathname);
type OtherScreens = typeof import('./other-screens.ts');
const other = (name: keyof OtherScreens) =>
  loadOnDemand<object>(async () => (await import('./other-screens.ts'))[name], { fallback });
const OwnerArticles = other('OwnerArticles');
const Assistants = other('Assistants');
const AuditLog = other('AuditLog');
const Backups = other('Backups');
const Calendar = other('Calendar');
const Clients = other('Clients');
const Client = loadOnDemand(async () => (await import('./clients/Client.tsx')).Client, {
  fallback,
});
const Content = other('Content');
const DiscountCodes = other('DiscountCodes');
const Doctor = other('Doctor');
const FirstSteps = other('FirstSteps');
const Look = other('Look');
const OwnerGigs = other('OwnerGigs');
const OwnerProjects = other('OwnerProjects');
const Publish = other('Publish');
const OwnerReviews = other('OwnerReviews');
const SettingsOverview = other('SettingsOverview');
const Tax = other('Tax');
const Terms = other('Terms');
const editor = <P extends object>(load: () => Promise<{ default: ComponentType<P> }>) =>
  loadOnDemand(async () => (await load()).default, { fallback });
const OwnerArticleEditor = editor(() => import('../features/articles/OwnerArticleEditor.tsx'));
const OwnerGigEditor = editor(() => import('../features/gigs/OwnerGigEditor.tsx'));
const LegalEditor = editor<object>(() => import('./legal/LegalEditor.tsx'));
const ProfileEditor = editor<object>(() => import('./profile/ProfileEditor.tsx'));
const OwnerProjectEditor = editor(() => import('../features/projects/OwnerProjectEditor.tsx'));

/** `id` is the item in the address. */
const SCREENS: Record<Route, (params: { id: string }) => ReactNode> = {
  today: () => <Today />,
  visits: () => <Visits />,
  firstSteps: () => <FirstSteps />,
  look: () => <Look />,
  orders: () => <OwnerOrders />,
  order: ({ id }) => <OwnerOrder id={id} />,
  inbox: () => <OwnerInbox />,
  calendar: () => <Calendar />,
  clients: () => <Clients />,
  client: ({ id }) => <Client id={id} />,
  payments: () => <OwnerPayments />,
  gigs: () => <OwnerGigs />,
  gig: ({ id }) => <OwnerGigEditor id={id} />,
  projects: () => <OwnerProjects />,
  project: ({ id }) => <OwnerProjectEditor id={id} />,
  articles: () => <OwnerArticles />,
  article: ({ id }) => <OwnerArticleEditor id={id} />,
  reviews: () => <OwnerReviews />,
  settings: () => <SettingsOverview />,
  profile: () => <ProfileEditor />,
  assistants: () => <Assistants />,
  terms: () => <Terms />,
  codes: () => <DiscountCodes />,
  tax: () => <Tax />,
  content: () => <Content />,
  legal: () => <LegalEditor />,
  publish: () => <Publish />,
  backups: () => <Backups />,
  audit: () => <AuditLog />,
  doctor: () => <Doctor />,
};

/** Where a screen is whose old address is in bookmarks and mails. */
const MOVED: Record<string, string> = { '/desk/availability': PATHS.calendar };

/** The screen that the address names. */
export function CurrentScreen() {
  const page = useStore($page);
  const isAssistant = useStore($isAssistant);
  const isToday = page?.route === 'today';
  const moved = page ? undefined : MOVED[location.pathname];
  useEffect(() => {
    if (isAssistant && isToday) $page.open(screenPath('inbox'), true);
  }, [isAssistant, isToday]);
  useEffect(() => {
    if (moved) $page.open(moved, true);
  }, [moved]);
  if (moved) return null;
  if (isAssistant && page && isClosedToAssistants(page.route))
    return isToday ? null : <ClosedScreen />;
  if (page) return SCREENS[page.route]({ id: '', ...page.params });
  return (
    <ScreenLayout title="Nothing here">
      <EmptyState icon={Compass} title="The dashboard has no such screen">
        <a className="button" href={screenPath('today')}>
          Back to today
        </a>
      </EmptyState>
    </ScreenLayout>
  );
}

/** What an assistant sees at the address of a screen that only the owner may open. */
const ClosedScreen = () => (
  <ScreenLayout title="Only for the owner">
    <EmptyState icon={Lock} title="This screen is open to the owner only">
      <p>
        As an assistant you work with the inbox and the orders. Ask the owner for anything else.
      </p>
      <a className="button" href={screenPath('inbox')}>
        To the inbox
      </a>
    </EmptyState>
  </ScreenLayout>
);
