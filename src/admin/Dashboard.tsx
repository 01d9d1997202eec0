import './dashboard.css';
import { useStore } from '@nanostores/react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { listenForPalette } from '../components/palette-shortcut.ts';
import { prepareToasts } from '../components/toast.ts';
import { $session, checkSession } from '../features/account/session.ts';
import { $open } from '../features/chat/conversation.ts';
import { signInAgain, withReturnPath } from '../lib/return-path.ts';
import { openSocket } from '../lib/socket.ts';
import { listenForKeys } from './keyboard-shortcuts.ts';
import { AdminPalette } from './palette/AdminPalette.tsx';
import { Side } from './Sidebar.tsx';
import { ScreenOf } from './screens.tsx';

const Chat = lazy(async () => ({ default: (await import('../features/chat/Chat.tsx')).Chat }));

/** The owner's area: lets nobody else in, then shows what its address names. */
export function Dashboard() {
  const session = useStore($session);
  useEffect(() => void checkSession(), []);
  useEffect(prepareToasts, []);
  useEffect(() => {
    if (session.state === 'checking') return;
    if (session.state === 'visitor') {
      // Who signs out here is led on by the button.
      if (session.told) return;
      const here = location.pathname;
      location.replace(session.ended ? signInAgain(here) : withReturnPath('/sign-in', here));
    } else if (session.user.role !== 'owner') location.replace('/');
  }, [session]);
  const owner = session.state === 'verified' && session.user.role === 'owner' ? session.user : null;
  if (!owner) return <div className="spinner spinner--page" role="status" aria-label="Loading" />;
  return <Room userId={owner._id} />;
}

function Room({ userId }: { userId: string }) {
  const talking = useStore($open) !== null;
  const [palette, setPalette] = useState(false);
  useEffect(listenForKeys, []);
  useEffect(() => listenForPalette(() => setPalette(true)), []);
  useEffect(() => void openSocket(userId), [userId]);
  return (
    <div className="desk">
      <a className="skip button button--solid" href="#content" target="_self">
        Skip to the content
      </a>
      <Side openPalette={() => setPalette(true)} />
      <main id="content" className="desk__main" tabIndex={-1}>
        <Suspense
          fallback={<div className="spinner spinner--page" role="status" aria-label="Loading" />}
        >
          <ScreenOf />
        </Suspense>
      </main>
      {talking && (
        <Suspense>
          <Chat />
        </Suspense>
      )}
      {palette && <AdminPalette close={() => setPalette(false)} />}
    </div>
  );
}
