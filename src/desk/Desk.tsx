import './desk.css';
import { useStore } from '@nanostores/react';
import { Suspense, useEffect, useState } from 'react';
import { $session, checkSession } from '../features/account/session.ts';
import { withNext } from '../lib/next.ts';
import { listenForKeys } from './keys.ts';
import { Palette } from './Palette.tsx';
import { Side } from './Side.tsx';
import { ScreenOf } from './screens.tsx';

/** The owner's area: lets nobody else in, then shows what its address names. */
export function Desk() {
  const session = useStore($session);
  useEffect(() => {
    void checkSession().then((found) => {
      if (found.state === 'visitor') location.replace(withNext('/sign-in', location.pathname));
      else if (!('user' in found) || found.user.role !== 'owner') location.replace('/');
    });
  }, []);
  const owner = session.state === 'verified' && session.user.role === 'owner' ? session.user : null;
  if (!owner) return <div className="spinner spinner--page" role="status" aria-label="Loading" />;
  return <Room />;
}

function Room() {
  const [palette, setPalette] = useState(false);
  useEffect(() => listenForKeys(() => setPalette(true)), []);
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
      {palette && <Palette close={() => setPalette(false)} />}
    </div>
  );
}
