import { toast } from '../../components/toast.ts';
import { signOut } from '../account/session.ts';

/** Signs out, and says how that went. */
export async function leave(): Promise<void> {
  const { ok, message } = await signOut();
  document.getElementById('account')?.hidePopover();
  void toast(ok ? 'success' : 'error', message);
}
