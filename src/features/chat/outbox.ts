import { persistentMap } from '@nanostores/persistent';
import { atom, computed } from 'nanostores';
import type { AttachmentDto, MessageDto } from '../../../api/modules/chat/dto.ts';
import { MESSAGE_FAILED } from '../../../api/modules/chat/rules.ts';
import { toast } from '../../components/toast.ts';
import { ApiError, api, read, serverMessage } from '../../lib/api.ts';
import { $connection } from '../../lib/socket.ts';

/** A message that the server has not acknowledged. */
export interface Waiting {
  userId: string;
  orderId: string;
  clientId: string;
  text: string;
  attachments: AttachmentDto[];
  at: string;
  state: 'sending' | 'failed';
  /** Sending it again can help: it was the connection, not the message. */
  again: boolean;
}

/** By client id. Survives a reload; each has a place of its own, so that two tabs never write over one another. */
export const $kept = persistentMap<Record<string, Waiting | undefined>>(
  'chat-outbox:',
  {},
  { encode: JSON.stringify, decode },
);
/** In the order it was written. */
export const $outbox = computed($kept, (kept) =>
  Object.values(kept)
    .filter((each) => each !== undefined)
    .sort((a, b) => Number(a.at > b.at) - Number(a.at < b.at)),
);
/** The client id under way right now. */
export const $underWay = atom<string | null>(null);

function decode(text: string): Waiting | undefined {
  try {
    const held = JSON.parse(text) as Partial<Waiting> | null;
    return typeof held?.clientId === 'string' ? (held as Waiting) : undefined;
  } catch {
    return undefined;
  }
}

export const waitingFor = (list: Waiting[], userId: string, orderId: string): Waiting[] =>
  list.filter((each) => each.userId === userId && each.orderId === orderId);

export function put(message: Omit<Waiting, 'state' | 'again' | 'at'>): void {
  const at = new Date().toISOString();
  $kept.setKey(message.clientId, { ...message, at, state: 'sending', again: true });
}

function change(clientId: string, to: Partial<Waiting>): void {
  const held = $kept.get()[clientId];
  if (held) $kept.setKey(clientId, { ...held, ...to });
}

export const drop = (clientId: string): void => $kept.setKey(clientId, undefined);

/** Takes up again what the connection had stopped; with an id, that one whatever stopped it. */
export function restoreOutbox(clientId?: string): void {
  for (const each of $outbox.get()) {
    const meant = clientId ? each.clientId === clientId : each.again;
    if (meant && each.state !== 'sending') change(each.clientId, { state: 'sending' });
  }
}

let delivering: Promise<void> | undefined;

/** Sends what waits, one after the other in the order it was written; shares a run under way. */
export function deliver(userId: string, stored: (message: MessageDto) => void): Promise<void> {
  delivering ??= run(userId, stored).finally(() => {
    delivering = undefined;
  });
  return delivering;
}

async function run(userId: string, stored: (message: MessageDto) => void): Promise<void> {
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
  const status = error instanceof ApiError ? error.status : 0;
  const again = status === 0 || status === 429 || status >= 500;
  change(clientId, { state: 'failed', again });
  // While the connection is known to be lost the conversation says so, and keeps what is written.
  if (status === 0 && $connection.get() === 'away') return;
  void toast('error', serverMessage(error, MESSAGE_FAILED), { id: MESSAGE_FAILED });
}
