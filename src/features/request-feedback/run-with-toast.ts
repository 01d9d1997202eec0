import { toast } from '../../components/toast.ts';
import { messageOf } from '../../lib/api.ts';

/** Runs an action and shows its result as a toast; true when it succeeded. */
export async function runWithToast(action: () => Promise<{ message?: string }>): Promise<boolean> {
  try {
    const { message } = await action();
    if (message) void toast('success', message);
    return true;
  } catch (error) {
    void toast('error', messageOf(error));
    return false;
  }
}
