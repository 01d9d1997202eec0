import { signOut } from '../features/account/session.ts';
import { navigateWhenConfirmed } from './unsaved-changes.ts';

export const signOutOfDashboard = (): void =>
  navigateWhenConfirmed(() => {
    void signOut().then(() => location.assign('/'));
  });
