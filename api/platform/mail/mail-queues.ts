import { setTimeout as pause } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { Log } from '../services.ts';

/** A mail that is due, and the hash of its recipient. */
interface MailToSend {
  id: string;
  recipient: string;
}

interface Services {
  /** Lists due mail, urgent or not, oldest first, except for some recipients. */
  list(filter: { urgent: boolean; except: string[]; limit: number }): Promise<MailToSend[]>;
  /** Sends one mail. Rejects only if the database cannot be written. */
  send(id: string): Promise<void>;
  log: Log;
}

const URGENT_AT_ONCE = 4;
const OTHERS_AT_ONCE = 6;
export const MAX_CONCURRENT = URGENT_AT_ONCE + OTHERS_AT_ONCE;
const PAGE = 50;

/**
 * Sends waiting mail, several at a time. Codes and links have their own queue, and each recipient has at most
 * one mail in a queue, so that a slow one does not delay others.
 */
export function createMailQueues(services: Services) {
  let stopped = false;
  const queues = [
    createQueue({ urgent: true, atOnce: URGENT_AT_ONCE }),
    createQueue({ urgent: false, atOnce: OTHERS_AT_ONCE }),
  ];

  function createQueue({ urgent, atOnce }: { urgent: boolean; atOnce: number }) {
    const sending = pLimit(atOnce);
    const filling = pLimit(1);
    const queued = new Map<string, Promise<void>>();
    const logError = (error: unknown) => services.log.error('sending mail failed', error);

    async function fill(): Promise<void> {
      let page: MailToSend[];
      do {
        page = await services.list({ urgent, except: [...queued.keys()], limit: PAGE });
        for (const mail of page) if (!stopped && !queued.has(mail.recipient)) enqueue(mail);
      } while (!stopped && page.length === PAGE && queued.size < PAGE);
    }

    function enqueue({ id, recipient }: MailToSend): void {
      const sent = sending(async () => {
        if (!stopped) await services.send(id);
      });
      const done = sent
        .finally(() => queued.delete(recipient))
        // If the database cannot be written, the next sweep retries, not this loop.
        .then(() => {
          if (sending.pendingCount < atOnce) wake();
        }, logError);
      queued.set(recipient, done);
    }

    function wake(): void {
      // One queued run is enough: it finds everything that was stored before it begins.
      if (!stopped && filling.pendingCount === 0) filling(fill).catch(logError);
    }

    const settled = async () => {
      await filling(() => {});
      await Promise.all(queued.values());
    };
    return { wake, settled };
  }

  return {
    wake(): void {
      for (const queue of queues) queue.wake();
    },
    /** Starts no new send and waits for running ones, up to `timeoutMs` ms. */
    async stop(timeoutMs: number): Promise<void> {
      stopped = true;
      const settled = Promise.all(queues.map((queue) => queue.settled()));
      await Promise.race([settled, pause(timeoutMs, undefined, { ref: false })]);
    },
  };
}
