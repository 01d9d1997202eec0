import { useStore } from '@nanostores/react';
import { CircleUserRound } from 'lucide-react';
import { useEffect } from 'react';
import { dashboardPath } from '../../lib/return-path.ts';
import { $session, checkSession } from '../account/session.ts';
import { $underWay, isWaiting, resumePayments } from '../checkout/payments-under-way.ts';
import { AccountPanel } from './AccountPanel.tsx';
import { NotificationBell } from './NotificationBell.tsx';

/** Bell and avatar of a verified buyer; visitors get static ones that need no script. */
export function AccountMenu() {
  const session = useStore($session, { ssr: 'initial' });
  const user = session.state === 'verified' ? session.user : undefined;

  const waiting = useStore($underWay, { ssr: 'initial' }).find(isWaiting);

  useEffect(() => {
    checkSession().catch(() => {});
  }, []);
  const isBuyer = user !== undefined && dashboardPath(user.role) === '';
  useEffect(() => {
    if (isBuyer) resumePayments();
  }, [isBuyer]);

  return (
    <div className="account-menu">
      {waiting && (
        <a className="account-menu__payment" href={`/orders/${waiting.orderId}`}>
          Payment under way
        </a>
      )}
      <NotificationBell />
      <button
        className="button button--quiet button--icon navbar__button"
        type="button"
        popoverTarget="account-menu"
        aria-label="Account"
      >
        {user?.avatar ? (
          <img
            className="account-menu__picture"
            src={user.avatar.url}
            alt=""
            width="32"
            height="32"
          />
        ) : (
          <CircleUserRound aria-hidden="true" />
        )}
      </button>
      <div className="menu-panel floating-card" id="account-menu" popover="auto">
        {user && <AccountPanel user={user} />}
      </div>
    </div>
  );
}
