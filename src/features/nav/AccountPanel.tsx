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
import { ago } from '../../lib/format.ts';
import { dashboardPath } from '../../lib/return-path.ts';
import { signOutWithToast } from './sign-out.ts';

export function AccountPanel({ user }: { user: UserDto }) {
  const dashboard = dashboardPath(user.role);
  return (
    <>
      <div className="me__who">
        <p>{user.email}</p>
        <span className={`badge badge--${user.isVerified ? 'green' : 'amber'}`}>
          {user.isVerified ? 'Verified' : 'Not Verified'}
        </span>
      </div>
      <nav aria-label="Account">
        {dashboard && (
          <a className="me__line" href={dashboard}>
            <LayoutDashboard aria-hidden="true" /> Dashboard
          </a>
        )}
        <a className="me__line" href="/profile">
          <UserRound aria-hidden="true" /> Profile <span className="me__count">3</span>
        </a>
        <a className="me__line" href="/settings">
          <Settings aria-hidden="true" /> Settings
        </a>
        <a className="me__line" href="/orders">
          <Package aria-hidden="true" /> Order History <span className="tag">Processing</span>
        </a>
        <a className="me__line" href="/security">
          <ShieldCheck aria-hidden="true" /> Security
        </a>
        <button className="me__line" type="button" onClick={signOutWithToast}>
          <LogOut aria-hidden="true" /> Logout
          {user.lastLogin && <span className="fine">Last login {ago(user.lastLogin)}</span>}
        </button>
      </nav>
      <p className="me__foot fine">
        <Lock aria-hidden="true" /> Secure SSL Connection
      </p>
    </>
  );
}
