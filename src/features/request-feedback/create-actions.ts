import { atom } from 'nanostores';
import { toast } from '../../components/toast.ts';
import { runWithToast } from './run-with-toast.ts';

type Request = () => Promise<{ message: string }>;

/** Requests that change a thing; `reload` then shows its new state. */
export function createActions(reload: (id: string) => Promise<void>, run = runWithToast) {
  const $busy = atom(false);
  return {
    /** Whether a request of `act` is under way. */
    $busy,
    /** Sends one request at a time and shows its result as a toast; true when it succeeded. */
    async act(id: string, request: Request): Promise<boolean> {
      if ($busy.get()) return false;
      $busy.set(true);
      const isDone = await run(request);
      await reload(id);
      $busy.set(false);
      return isDone;
    },
    /** Sends what was entered in a form; throws the errors that the form shows. */
    async save(id: string, request: Request): Promise<void> {
      const { message } = await request();
      void toast('success', message);
      await reload(id);
    },
  };
}
