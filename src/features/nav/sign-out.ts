import { toast } from '../../components/toast.ts';
import { signOut } from '../account/session.ts';

/** Signs out and shows the result. */
export async function signOutWithToast(): Promise<void> {
  const { ok, message } = await signOut();
  document.getElementById('account-menu')?.hidePopover();
  void toast(ok ? 'success' : 'error', message);
}
