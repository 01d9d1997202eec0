import {
  LayoutDashboard,
  Lock,
  LogOut,
  Package,
  Settings,
  ShieldCheck,
  UserRound,
} from 'lucide-react';
import type { UserDto } from '../../../api/modules/accounts/dto.ts';
import { toast } from '../../components/toast.ts';
import { timeAgo } from '../../lib/format.ts';
import { dashboardPath } from '../../lib/return-path.ts';
import { signOut } from '../account/session.ts';

/** Signs out and shows the result. */
async function signOutWithToast(): Promise<void> {
  const { ok, message } = await signOut();
  document.getElementById('account-menu')?.hidePopover();
  void toast(ok ? 'success' : 'error', message);
}

export function AccountPanel({ user }: { user: UserDto }) {
  const dashboard = dashboardPath(user.role);
  return (
    <>
      <div className="account-menu__name">
        <p>{user.email}</p>
        <span className={`badge badge--${user.isVerified ? 'green' : 'amber'}`}>
          {user.isVerified ? 'Verified' : 'Not Verified'}
        </span>
      </div>
      <nav aria-label="Account">
        {dashboard && (
          <a className="menu-item" href={dashboard}>
            <LayoutDashboard aria-hidden="true" /> Dashboard
          </a>
        )}
        <a className="menu-item" href="/profile">
          <UserRound aria-hidden="true" /> Profile <span className="count text-13">3</span>
        </a>
        <a className="menu-item" href="/settings">
          <Settings aria-hidden="true" /> Settings
        </a>
        <a className="menu-item" href="/orders">
          <Package aria-hidden="true" /> Order History <span className="tag">Processing</span>
        </a>
        <a className="menu-item" href="/security">
          <ShieldCheck aria-hidden="true" /> Security
        </a>
        <button className="menu-item" type="button" onClick={signOutWithToast}>
          <LogOut aria-hidden="true" /> Logout
          {user.lastLogin && <span className="text-13">Last login {timeAgo(user.lastLogin)}</span>}
        </button>
      </nav>
      <p className="row account-menu__foot text-13">
        <Lock aria-hidden="true" /> Secure SSL Connection
      </p>
    </>
  );
}
