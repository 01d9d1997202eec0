import './dashboard.css';
import { useStore } from '@nanostores/react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { loadOnDemand } from '../components/load-on-demand.tsx';
import { preloadToasts } from '../components/toast.ts';
import { Confirmation } from '../features/account/confirm/Confirmation.tsx';
import { $session, checkSession, recheckSession } from '../features/account/session.ts';
import { closeChat } from '../features/chat/chat-actions.ts';
import { $openChat } from '../features/chat/conversation-store.ts';
import { $replyTemplates, loadTemplates } from '../features/chat/owner-reply-templates.ts';
import { $hasTwoPanes } from '../features/chat/owner-two-pane-layout.ts';
import {
  $changeProposal,
  enableChangeProposals,
} from '../features/order-changes/change-proposal-store.ts';
import { redirect } from '../lib/redirect.ts';
import { signInAgainPath, withReturnPath } from '../lib/return-path.ts';
import { onConnectionEnded, openSocket } from '../lib/socket.ts';
import { afterFirstView } from '../lib/when-idle.ts';
import { DashboardShell, screenShell } from './DashboardShell.tsx';
import { keepFocus } from './keep-focus.ts';
import { listenForShortcuts } from './keyboard-shortcuts.ts';
import { watchOpenTasks } from './open-tasks.ts';
import { listenForPalette } from './palette/listen-for-palette.ts';
import { $isAssistant } from './permissions.ts';
import { PublishBar } from './publish/PublishBar.tsx';
import { $page } from './router.ts';
import { Sidebar } from './Sidebar.tsx';
import { CurrentScreen } from './screen-routes.tsx';

const close = (props: { close: () => void }) => props.close();
const AdminPalette = loadOnDemand(
  async () => (await import('./palette/AdminPalette.tsx')).AdminPalette,
  { close },
);
const Shortcuts = loadOnDemand(async () => (await import('./Shortcuts.tsx')).Shortcuts, { close });
const OwnerChat = loadOnDemand(
  async () => (await import('../features/chat/OwnerChat.tsx')).OwnerChat,
  {
    close: closeChat,
  },
);
const OwnerChangeDialog = loadOnDemand(
  async () => (await import('../features/order-changes/OwnerChangeDialog.tsx')).OwnerChangeDialog,
  { close: () => $changeProposal.set(null) },
);

/**
 * The dashboard of the owner and assistants. Redirects everybody else, then shows the screen of the address.
 */
export function Dashboard() {
  const session = useStore($session);
  // Before the first paint, because the last user of this tab may be known already.
  useLayoutEffect(() => void checkSession(), []);
  useEffect(() => afterFirstView(preloadToasts), []);
  useEffect(() => {
    if (session.state === 'checking') return;
    if (session.state === 'visitor') {
      // After signing out with the button, signOutOfDashboard navigates.
      if (session.toast) return;
      const path = location.pathname + location.search;
      redirect(session.ended ? signInAgainPath(path) : withReturnPath('/sign-in', path));
    } else if (session.user.role === 'buyer') redirect('/');
  }, [session]);
  const user = session.state === 'verified' && session.user.role !== 'buyer' ? session.user : null;
  if (!user) return <DashboardShell>{screenShell(location.pathname)}</DashboardShell>;
  return <DashboardLayout userId={user._id} />;
}

function DashboardLayout({ userId }: { userId: string }) {
  const isInline = useStore($hasTwoPanes);
  const templates = useStore($replyTemplates);
  const isChatOpen = useStore($openChat) !== null && !isInline;
  const isProposing = useStore($changeProposal) !== null;
  const isAssistant = useStore($isAssistant);
  const page = useStore($page);
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const [showsShortcuts, setShowsShortcuts] = useState(false);
  useEffect(() => listenForShortcuts(() => setShowsShortcuts(true)), []);
  useEffect(watchOpenTasks, []);
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => (root.current ? keepFocus(root.current) : undefined), []);
  useEffect(
    () => (isAssistant ? undefined : enableChangeProposals('Propose a change')),
    [isAssistant],
  );
  useEffect(() => {
    if (isChatOpen) void loadTemplates();
  }, [isChatOpen]);
  useEffect(
    () => (isAssistant ? undefined : listenForPalette(() => setPaletteOpen(true))),
    [isAssistant],
  );
  useEffect(() => afterFirstView(() => void openSocket(userId)), [userId]);
  // A confirmation gives the session a new token, so the socket of the old one ends.
  useEffect(
    () =>
      onConnectionEnded(
        () =>
          void recheckSession().then(({ state }) => {
            if (state === 'verified') void openSocket(userId);
          }),
      ),
    [userId],
  );
  return (
    <div className="dashboard" ref={root}>
      <a className="skip-link button button--solid" href="#content" target="_self">
        Skip to the content
      </a>
      <Sidebar openPalette={() => setPaletteOpen(true)} />
      <main id="content" className="dashboard__main" tabIndex={-1}>
        <CurrentScreen />
      </main>
      {!isAssistant && page?.route !== 'publish' && <PublishBar />}
      <Confirmation />
      {isProposing && <OwnerChangeDialog />}
      {isChatOpen && <OwnerChat templates={templates} />}
      {showsShortcuts && <Shortcuts close={() => setShowsShortcuts(false)} />}
      {isPaletteOpen && <AdminPalette close={() => setPaletteOpen(false)} />}
    </div>
  );
}
