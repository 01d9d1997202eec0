import type { SandboxContext } from './context.ts';
import type { EventRow } from './database.ts';
import { allEvents, findEvent, noteDelivery, pendingEvents } from './events.ts';

const TIMEOUT = 5000;
const GIVE_UP_AFTER = 24 * 60 * 60 * 1000;
const RETRY_MS = [1000, 5000, 30_000, 120_000, 600_000, 3_600_000];

/** Sends events to the webhook URL one after the other, at least once, with back-off. */
export function createWebhookSender(
  context: SandboxContext,
  options: { webhookRetryMs?: number[]; post?: typeof fetch } = {},
) {
  const { webhookRetryMs: retryMs = RETRY_MS, post: request = fetch } = options;
  const timers = new Map<string, NodeJS.Timeout>();
  const stop = new AbortController();
  let url: string | null = null;
  let work: Promise<void> | null = null;
  let again = false;
  let listeners: Array<() => void> = [];

  const send = async (row: EventRow): Promise<number | null> => {
    const answer =
      url && !stop.signal.aborted ? await post(request, { url, row, stop: stop.signal }) : null;
    if (stop.signal.aborted) return answer;
    const delivered = answer !== null && answer >= 200 && answer < 300;
    const tooOld = context.now().getTime() - row.created_at > GIVE_UP_AFTER;
    noteDelivery(context, row.id, delivered ? 'delivered' : tooOld ? 'expired' : 'pending', answer);
    if (!delivered && tooOld) url = null;
    else if (!delivered) retryLater(row);
    return answer;
  };

  const retryLater = (row: EventRow): void => {
    clearTimeout(timers.get(row.id));
    const ms = retryMs[Math.min(row.attempts, retryMs.length - 1)] ?? 1000;
    const timer = setTimeout(() => {
      timers.delete(row.id);
      flush();
    }, ms);
    timers.set(row.id, timer.unref());
  };

  const round = async (): Promise<void> => {
    do {
      again = false;
      const waiting = pendingEvents(context).filter((row) => !timers.has(row.id));
      for (const row of sortEvents(waiting, context.faults.webhooks.order)) {
        for (let copy = 0; copy < context.faults.webhooks.copies; copy += 1) {
          if (isOpen()) await send(row);
        }
      }
    } while (again && isOpen());
  };

  const isOpen = (): boolean =>
    url !== null && !context.faults.webhooks.hold && !stop.signal.aborted;

  const flush = (): void => {
    again = true;
    if (work || !isOpen()) return;
    work = new Promise<void>((resolve) => setImmediate(resolve)).then(round).finally(() => {
      work = null;
      resolveWhenSettled();
      if (again) flush();
    });
  };

  const resolveWhenSettled = (): void => {
    if (stop.signal.aborted || work || pendingEvents(context).length) return;
    for (const listener of listeners) listener();
    listeners = [];
  };

  return {
    setUrl(next: string | null) {
      url = next;
      flush();
    },
    /** Sends pending events; called after each commit. */
    flush,
    /** Sends these events now, in this order, whatever their state. Returns the HTTP statuses. */
    async deliver(eventIds: string[]) {
      const answers: Array<number | null> = [];
      for (const id of eventIds) {
        const row = findEvent(context, id);
        if (!row) throw new Error(`No event ${id}.`);
        answers.push(await send(row));
      }
      resolveWhenSettled();
      return answers;
    },
    /** Resolves when no event is pending and nothing is running. */
    settled(): Promise<void> {
      if (!work && !pendingEvents(context).length) return Promise.resolve();
      return new Promise((resolve) => listeners.push(resolve));
    },
    async close() {
      stop.abort();
      for (const timer of timers.values()) clearTimeout(timer);
      await work;
    },
  };
}

/** Lists all events with their delivery state, for tests. */
export function listEvents(context: SandboxContext) {
  return allEvents(context).map(({ id, event, status, attempts, last_status, body }) => ({
    id,
    event,
    status,
    attempts,
    last_status,
    body: JSON.parse(body) as unknown,
  }));
}

async function post(
  request: typeof fetch,
  { url, row, stop }: { url: string; row: EventRow; stop: AbortSignal },
): Promise<number | null> {
  try {
    const answer = await request(url, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        'x-razorpay-signature': row.signature,
        'x-razorpay-event-id': row.id,
      },
      body: row.body,
      signal: AbortSignal.any([stop, AbortSignal.timeout(TIMEOUT)]),
    });
    await answer.body?.cancel();
    return answer.status;
  } catch {
    // Rejected, reset or too slow: retried like any other failure.
    return null;
  }
}

function sortEvents(rows: EventRow[], order: 'created' | 'reversed' | 'shuffled'): EventRow[] {
  if (order === 'reversed') return rows.toReversed();
  if (order === 'created') return rows;
  return rows
    .map((row) => ({ row, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ row }) => row);
}
