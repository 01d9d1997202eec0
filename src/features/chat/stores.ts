import type { WireMessage } from '../../../api/chat/present.ts';
import { CONVERSATION_FAILED, MESSAGE_EMPTY } from '../../../api/chat/rules.ts';
import type { WireOrder } from '../../../api/orders/present.ts';
import { serverMessage } from '../../lib/api.ts';
import { hear, say, whenOnline } from '../../lib/socket.ts';
import { toast } from '../../ui/toast.ts';
import { $session } from '../account/session.ts';
import { $attending } from '../notifications/stores.ts';
import { keepDraft } from './drafts.ts';
import { takeFiles } from './files.ts';
import { markSeen } from './merge.ts';
import { deliver, put, revive } from './outbox.ts';
import { followTyping, sentTyping, stopTyping } from './presence.ts';
import { showNewest } from './reading.ts';
import { ring } from './sound.ts';
import {
  $atEnd,
  $below,
  $older,
  $open,
  $talk,
  catchUp,
  change,
  fetchPage,
  here,
  takeIn,
} from './talk.ts';

let stops: (() => void)[] = [];

export function openChat(order: WireOrder): void {
  const session = $session.get();
  if (session.state !== 'verified') return;
  const me = session.user._id;
  closeChat();
  $open.set({ order, me });
  $attending.set(order._id);
  stops = [
    hear<WireMessage>('newMessage', arrive),
    hear<{ conversationId: string; userId: string }>(
      'messagesSeen',
      ({ conversationId, userId }) => {
        if (userId === me) return;
        change((talk) =>
          talk.conversation._id === conversationId
            ? { ...talk, messages: markSeen(talk.messages, me) }
            : talk,
        );
      },
    ),
    whenOnline(() => void resume()),
  ];
  void load();
}

export function closeChat(): void {
  const talk = here();
  if (talk) void say('leaveConversation', talk.conversation._id);
  for (const stop of stops) stop();
  stops = [];
  stopTyping();
  // What was chosen here is for nobody else.
  takeFiles();
  $open.set(null);
  $attending.set(null);
  $talk.set({ state: 'loading' });
  $older.set('idle');
  $below.set(0);
  $atEnd.set(true);
}

export async function load(): Promise<void> {
  const open = $open.get();
  if (!open) return;
  $talk.set({ state: 'loading' });
  try {
    const page = await fetchPage(open.order._id);
    if ($open.get() !== open) return;
    const { conversation, messages, hasMore } = page;
    $talk.set({
      state: 'here',
      value: { conversation, messages, hasMore, later: 0 },
    });
    stops.push(followTyping(conversation._id, open.me));
    await join(conversation._id);
    flush();
  } catch (error) {
    if ($open.get() !== open) return;
    const message = serverMessage(error, CONVERSATION_FAILED);
    $talk.set({ state: 'failed', message });
    void toast('error', message);
  }
}

async function join(conversationId: string): Promise<void> {
  const { success } = await say('joinConversation', conversationId);
  if (success) sawIt();
}

/** The connection is back: joins again, fetches what was missed, sends what waits. */
async function resume(): Promise<void> {
  const [open, talk] = [$open.get(), here()];
  if (!open || !talk) return;
  await join(talk.conversation._id);
  revive();
  try {
    await catchUp(open, talk);
    sawIt();
  } catch {
    // The next time the connection is there it is tried again.
  }
  flush();
}

function arrive(message: WireMessage): void {
  const [open, talk] = [$open.get(), here()];
  if (!open || talk?.conversation._id !== message.conversationId) return;
  if (talk.messages.some((each) => each._id === message._id)) return;
  takeIn([message]);
  if (message.senderId === open.me) return;
  stopTyping();
  ring();
  if (!$atEnd.get()) $below.set($below.get() + 1);
  sawIt();
}

/** Tells the server that the newest message of the other has been read, when it has. */
export function sawIt(): void {
  const [open, talk] = [$open.get(), here()];
  const last = talk?.messages.findLast((each) => each.senderId !== open?.me);
  if (!open || !talk || !last || last.seen || !document.hasFocus()) return;
  void say('markMessagesAsSeen', { conversationId: talk.conversation._id, userId: open.me }).then(
    ({ success }) => {
      if (!success) return;
      const { senderId } = last;
      change((now) => ({ ...now, messages: markSeen(now.messages, senderId, last._id) }));
    },
  );
}

/** Puts a message into the outbox and sends it. False when there is nothing in it. */
export function write(text: string): boolean {
  const open = $open.get();
  if (!open) return false;
  const attachments = takeFiles();
  if (text.trim() === '' && attachments.length === 0) {
    void toast('error', MESSAGE_EMPTY);
    return false;
  }
  const clientId = crypto.randomUUID();
  const orderId = open.order._id;
  put({ userId: open.me, orderId, clientId, text: text.trim(), attachments });
  keepDraft(orderId, '');
  sentTyping();
  showNewest();
  flush();
  return true;
}

export function retry(clientId: string): void {
  revive(clientId);
  flush();
}

function flush(): void {
  const open = $open.get();
  if (!open) return;
  void deliver(open.me, (message) => {
    if (here()?.conversation._id === message.conversationId) takeIn([message]);
  });
}

/** Sends what an earlier page left in the outbox. */
export function sendLeftovers(): () => void {
  return whenOnline(() => {
    const session = $session.get();
    if (session.state !== 'verified' || $open.get()) return;
    revive();
    void deliver(session.user._id, () => {});
  });
}
