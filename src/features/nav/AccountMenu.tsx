import { useStore } from '@nanostores/react';
import { Bell, CircleUserRound, X } from 'lucide-react';
import { useEffect } from 'react';
import { $session, checkSession } from '../account/session.ts';
import { AccountPanel } from './AccountPanel.tsx';

/** Bell and avatar of a verified buyer; visitors have a static pair that needs no script. */
export function AccountMenu() {
  const session = useStore($session, { ssr: 'initial' });
  const user = session.state === 'verified' ? session.user : undefined;

  useEffect(() => {
    checkSession().catch(() => {});
  }, []);

  return (
    <div className="me">
      <button className="me__button" type="button" popoverTarget="bell" aria-label="Notifications">
        <Bell aria-hidden="true" />
      </button>
      <div className="me__panel float" id="bell" popover="auto">
        <div className="me__head">
          <strong>Notifications</strong>
          <button
            className="me__button"
            type="button"
            popoverTarget="bell"
            popoverTargetAction="hide"
            aria-label="Close notifications"
          >
            <X aria-hidden="true" />
          </button>
        </div>
        <a className="me__line" href="/notifications">
          View all
        </a>
      </div>
      <button className="me__button" type="button" popoverTarget="account" aria-label="Account">
        {user?.avatar ? (
          <img className="me__face" src={user.avatar.url} alt="" width="32" height="32" />
        ) : (
          <CircleUserRound aria-hidden="true" />
        )}
      </button>
      <div className="me__panel float" id="account" popover="auto">
        {user && <AccountPanel user={user} />}
      </div>
    </div>
  );
}
