import { signOut } from '../features/account/session.ts';
import { mayLeave } from './leaving.ts';

export const signOutOfDesk = (): void =>
  mayLeave(() => {
    void signOut().then(() => location.assign('/'));
  });
