import './dashboard.css';
import { useStore } from '@nanostores/react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { loadOnDemand } from '../components/load-on-demand.tsx';
import { preloadToasts } from '../components/toast.ts';
import { Confirmation } from '../features/account/confirm/Confirmation.tsx';
import {
  $session,
  checkSession,
  recheckSession,
  sessionKnown,
} from '../features/account/session.ts';
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
import { afterFirstView, onIdle, showFonts } from '../lib/when-idle.ts';
import { DashboardShell, screenShell } from './DashboardShell.tsx';
import { listenForShortcuts } from './keyboard-shortcuts.ts';
import { watchOpenTasks } from './open-tasks.ts';
import { $isAssistant } from './permissions.ts';
import { Sidebar } from './Sidebar.tsx';
import { CurrentScreen } from './screen-routes.tsx';

/** Renders the dashboard in place of its shell. */
export async function startDashboard(): Promise<void> {
  const screen = document.querySelector('[data-screen-root]');
  await sessionKnown();
  if (screen) createRoot(screen).render(<Dashboard />);
  onIdle(showFonts);
}

/**
 * Opens the palette on ⌘K or Ctrl+K, also when pressed before this script arrived. Returns a function that
 * stops listening.
 */
function listenForPalette(open: () => void): () => void {
  const listen = (event: KeyboardEvent) => {
    if (!(event.metaKey || event.ctrlKey) || event.key.toLowerCase() !== 'k') return;
    event.preventDefault();
    open();
  };
  document.addEventListener('keydown', listen);
  const { dataset } = document.documentElement;
  if (dataset['palette']) {
    delete dataset['palette'];
    open();
  }
  return () => document.removeEventListener('keydown', listen);
}

const isUsable = (element: HTMLElement): boolean =>
  element.isConnected && !element.matches(':disabled');

/**
 * When the control that has the focus disappears, its nearest surroundings get the focus, and a control that was
 * disabled for a while gets it back; otherwise the keyboard would start at the top of the page again. Returns a
 * function that stops it.
 */
function keepFocus(root: HTMLElement): () => void {
  /** The control that has the focus, and everything around it. */
  let path: HTMLElement[] = [];
  const onFocusIn = ({ target }: FocusEvent) => {
    path = [];
    let around = target instanceof HTMLElement ? target : null;
    for (; around && root.contains(around); around = around.parentElement) path.push(around);
  };
  const onFocusOut = ({ target }: FocusEvent) =>
    queueMicrotask(() => {
      const [control] = path;
      if (control && control === target && isUsable(control)) path = [];
    });
  const observer = new MutationObserver(() => {
    const [control] = path;
    if (!control || document.activeElement !== document.body) return;
    // One that is disabled is waited for: most are so while a request runs.
    if (control.isConnected && !isUsable(control)) return;
    const next = isUsable(control) ? control : path.find((each) => each.isConnected);
    if (next && next !== control) next.setAttribute('tabindex', '-1');
    next?.focus({ preventScroll: true });
  });
  root.addEventListener('focusin', onFocusIn);
  root.addEventListener('focusout', onFocusOut);
  const changes = { childList: true, subtree: true, attributeFilter: ['disabled'] };
  observer.observe(root, changes);
  return () => {
    observer.disconnect();
    root.removeEventListener('focusin', onFocusIn);
    root.removeEventListener('focusout', onFocusOut);
  };
}

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
      <Confirmation />
      {isProposing && <OwnerChangeDialog />}
      {isChatOpen && <OwnerChat templates={templates} />}
      {showsShortcuts && <Shortcuts close={() => setShowsShortcuts(false)} />}
      {isPaletteOpen && <AdminPalette close={() => setPaletteOpen(false)} />}
    </div>
  );
}
