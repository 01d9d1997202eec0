import { persistentAtom } from '@nanostores/persistent';
import { atom } from 'nanostores';
import type { WireAttachment, WireMessage } from '../../../api/chat/present.ts';
import { MESSAGE_FAILED } from '../../../api/chat/rules.ts';
import { api, Refusal, read } from '../../lib/api.ts';
import { toast } from '../../ui/toast.ts';

/** A message that the server has not acknowledged. */
export interface Waiting {
  userId: string;
  orderId: string;
  clientId: string;
  text: string;
  attachments: WireAttachment[];
  at: string;
  state: 'sending' | 'failed';
  /** Sending it again can help: it was the connection, not the message. */
  again: boolean;
}

/** Survives a reload; each message keeps its client id, so that it is stored once. */
export const $outbox = persistentAtom<Waiting[]>('chat-outbox', [], {
  encode: JSON.stringify,
  decode: decodeOutbox,
});
/** The client id under way right now. */
export const $underWay = atom<string | null>(null);

const KEPT_MOST = 200;

function decodeOutbox(text: string): Waiting[] {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? (list as Waiting[]).slice(-KEPT_MOST) : [];
  } catch {
    return [];
  }
}

export const waitingFor = (list: Waiting[], userId: string, orderId: string): Waiting[] =>
  list.filter((each) => each.userId === userId && each.orderId === orderId);

export function put(message: Omit<Waiting, 'state' | 'again' | 'at'>): void {
  const at = new Date().toISOString();
  $outbox.set([...$outbox.get(), { ...message, at, state: 'sending', again: true }]);
}

const change = (clientId: string, to: Partial<Waiting>) =>
  $outbox.set(
    $outbox.get().map((each) => (each.clientId === clientId ? { ...each, ...to } : each)),
  );

export const drop = (clientId: string): void =>
  $outbox.set($outbox.get().filter((each) => each.clientId !== clientId));

/** Takes up again what the connection had stopped; with an id, that one whatever stopped it. */
export function revive(clientId?: string): void {
  $outbox.set(
    $outbox
      .get()
      .map((each) =>
        each.clientId === clientId || (!clientId && each.again)
          ? { ...each, state: 'sending' as const }
          : each,
      ),
  );
}

let delivering: Promise<void> | undefined;

/** Sends what waits, one after the other in the order it was written; shares a run under way. */
export function deliver(userId: string, stored: (message: WireMessage) => void): Promise<void> {
  delivering ??= run(userId, stored).finally(() => {
    delivering = undefined;
  });
  return delivering;
}

async function run(userId: string, stored: (message: WireMessage) => void): Promise<void> {
  for (;;) {
    const next = $outbox.get().find((each) => each.userId === userId && each.state === 'sending');
    if (!next) return;
    $underWay.set(next.clientId);
    try {
      const { data } = await read(
        api.communicate['send-message'].$post({
          json: {
            orderId: next.orderId,
            messageText: next.text,
            clientId: next.clientId,
            attachments: next.attachments.map((each) => each._id),
          },
        }),
      );
      stored(data);
      drop(next.clientId);
    } catch (error) {
      fail(next.clientId, error);
    } finally {
      $underWay.set(null);
    }
  }
}

function fail(clientId: string, error: unknown): void {
  const status = error instanceof Refusal ? error.status : 0;
  const again = status === 0 || status === 429 || status >= 500;
  change(clientId, { state: 'failed', again });
  // While there is no connection the bubble says enough.
  if (status !== 0) void toast('error', error instanceof Refusal ? error.message : MESSAGE_FAILED);
}
