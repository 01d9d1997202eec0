import { atom, computed } from 'nanostores';
import type { AttachmentDto, MessageDto } from '../../../api/modules/chat/dto.ts';
import { MESSAGE_FAILED } from '../../../api/modules/chat/texts.ts';
import { toast } from '../../components/toast.ts';
import { ApiError, api, readJson, serverMessage } from '../../lib/api.ts';
import { persistentMap } from '../../lib/persistent.ts';
import { $connection } from '../../lib/socket.ts';
import { CHAT_OUTBOX_PREFIX } from '../../lib/storage-keys.ts';

/** A message that the server has not acknowledged. */
export interface OutboxMessage {
  userId: string;
  /** The id of the order, or of a question's conversation. */
  orderId: string;
  isQuestion?: boolean;
  clientId: string;
  text: string;
  attachments: AttachmentDto[];
  at: string;
  state: 'sending' | 'failed';
  /** Whether to retry automatically: the connection failed or the session ended, the message was not refused. */
  again: boolean;
}

/** By client id, in local storage. One key per message, so that two tabs never overwrite each other. */
export const $messagesById = persistentMap<Record<string, OutboxMessage | undefined>>(
  CHAT_OUTBOX_PREFIX,
  {},
  { encode: JSON.stringify, decode },
);
/** Sorted by the time of writing. */
export const $outbox = computed($messagesById, (byId) =>
  Object.values(byId)
    .filter((each) => each !== undefined)
    .sort((a, b) => Number(a.at > b.at) - Number(a.at < b.at)),
);
/** The client id of the message that is being sent. */
export const $sendingId = atom<string | null>(null);

function decode(text: string): OutboxMessage | undefined {
  try {
    const stored = JSON.parse(text) as Partial<OutboxMessage> | null;
    return typeof stored?.clientId === 'string' ? (stored as OutboxMessage) : undefined;
  } catch {
    return undefined;
  }
}

export const queuedFor = (
  list: OutboxMessage[],
  userId: string,
  orderId: string,
): OutboxMessage[] => list.filter((each) => each.userId === userId && each.orderId === orderId);

export function enqueue(message: Omit<OutboxMessage, 'state' | 'again' | 'at'>): void {
  const at = new Date().toISOString();
  $messagesById.setKey(message.clientId, { ...message, at, state: 'sending', again: true });
}

function change(clientId: string, to: Partial<OutboxMessage>): void {
  const stored = $messagesById.get()[clientId];
  if (stored) $messagesById.setKey(clientId, { ...stored, ...to });
}

export const removeFromOutbox = (clientId: string): void =>
  $messagesById.setKey(clientId, undefined);

/** Queues messages again that failed with the connection; with an id, that message in any case. */
export function restoreOutbox(clientId?: string): void {
  for (const each of $outbox.get()) {
    const matches = clientId ? each.clientId === clientId : each.again;
    if (matches && each.state !== 'sending') change(each.clientId, { state: 'sending' });
  }
}

let delivering: Promise<void> = Promise.resolve();

/**
 * Sends the queued messages one by one in order. A call during a run looks again after it, because that run may
 * have found the queue empty already.
 */
export function sendQueuedMessages(
  userId: string,
  stored: (message: MessageDto) => void,
): Promise<void> {
  const next = () => run(userId, stored);
  delivering = delivering.then(next, next);
  return delivering;
}

async function run(userId: string, stored: (message: MessageDto) => void): Promise<void> {
  for (;;) {
    const next = $outbox.get().find((each) => each.userId === userId && each.state === 'sending');
    if (!next) return;
    $sendingId.set(next.clientId);
    try {
      const { data, message } = await readJson(
        api.communicate['send-message'].$post({
          json: {
            ...(next.isQuestion ? { conversationId: next.orderId } : { orderId: next.orderId }),
            messageText: next.text,
            clientId: next.clientId,
            attachments: next.attachments.map((each) => each._id),
          },
        }),
      );
      stored(data);
      removeFromOutbox(next.clientId);
      void toast('success', message, { id: message });
    } catch (error) {
      fail(next.clientId, error);
    } finally {
      $sendingId.set(null);
    }
  }
}

function fail(clientId: string, error: unknown): void {
  const status = error instanceof ApiError ? error.status : 0;
  const again = [0, 401, 429].includes(status) || status >= 500;
  change(clientId, { state: 'failed', again });
  // While offline the chat already shows a notice, and the message stays in the outbox.
  if (status === 0 && $connection.get() === 'reconnecting') return;
  void toast('error', serverMessage(error, MESSAGE_FAILED), { id: MESSAGE_FAILED });
}
