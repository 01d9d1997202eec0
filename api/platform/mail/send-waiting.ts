import { setTimeout as pause } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { Log } from '../services.ts';

/** A mail that is due, and a key of whom it goes to. */
export interface WaitingMail {
  id: string;
  recipient: string;
}

interface Services {
  /** Due mail that is urgent or not, oldest first, without that for some recipients. */
  list(wanted: { urgent: boolean; except: string[]; limit: number }): Promise<WaitingMail[]>;
  /** Sends one mail; rejects only when the database cannot be written. */
  send(id: string): Promise<void>;
  log: Log;
}

const URGENT_AT_ONCE = 4;
const OTHERS_AT_ONCE = 6;
export const MOST_AT_ONCE = URGENT_AT_ONCE + OTHERS_AT_ONCE;
const PAGE = 50;

/**
 * Sends what waits, several mails at a time. Codes and links never queue behind other mail, and each
 * recipient has one mail in the queue at most, so that a slow one holds up nobody else.
 */
export function createSender(services: Services) {
  let stopped = false;
  const lanes = [
    createLane({ urgent: true, atOnce: URGENT_AT_ONCE }),
    createLane({ urgent: false, atOnce: OTHERS_AT_ONCE }),
  ];

  function createLane({ urgent, atOnce }: { urgent: boolean; atOnce: number }) {
    const sending = pLimit(atOnce);
    const filling = pLimit(1);
    const queued = new Map<string, Promise<void>>();
    const stumble = (error: unknown) => services.log.error('the outbox stumbled', error);

    async function fill(): Promise<void> {
      let page: WaitingMail[];
      do {
        page = await services.list({ urgent, except: [...queued.keys()], limit: PAGE });
        for (const mail of page) if (!stopped && !queued.has(mail.recipient)) enqueue(mail);
      } while (!stopped && page.length === PAGE && queued.size < PAGE);
    }

    function enqueue({ id, recipient }: WaitingMail): void {
      const sent = sending(async () => {
        if (!stopped) await services.send(id);
      });
      const done = sent
        .finally(() => queued.delete(recipient))
        // A database that cannot be written is tried again by the next sweep, not at once.
        .then(() => {
          if (sending.pendingCount < atOnce) wake();
        }, stumble);
      queued.set(recipient, done);
    }

    function wake(): void {
      // One waiting look sees everything that is stored until it begins.
      if (!stopped && filling.pendingCount === 0) filling(fill).catch(stumble);
    }

    const settled = async () => {
      await filling(() => {});
      await Promise.all(queued.values());
    };
    return { wake, settled };
  }

  return {
    wake(): void {
      for (const lane of lanes) lane.wake();
    },
    /** Starts nothing more and waits for what is under way, but not for long. */
    async stop(patience: number): Promise<void> {
      stopped = true;
      const settled = Promise.all(lanes.map((lane) => lane.settled()));
      await Promise.race([settled, pause(patience, undefined, { ref: false })]);
    },
  };
}
