import { signOut } from '../features/account/session.ts';
import { confirmLeave } from './unsaved-changes.ts';

export const signOutOfDashboard = (): void =>
  confirmLeave(() => {
    void signOut().then(() => location.assign('/'));
  });
