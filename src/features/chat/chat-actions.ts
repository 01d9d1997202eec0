import type { UserDto } from '../../../api/modules/accounts/dto.ts';
import type { MessageDto } from '../../../api/modules/chat/dto.ts';
import { CONVERSATION_FAILED, MESSAGE_EMPTY } from '../../../api/modules/chat/texts.ts';
import type { OrderDto } from '../../../api/modules/orders/dto.ts';
import { toast } from '../../components/toast.ts';
import { api, isOffline, messageOf, readJson, serverMessage } from '../../lib/api.ts';
import { cachedState } from '../../lib/async-store.ts';
import { writeScreenCache } from '../../lib/screen-cache.ts';
import { connected, emitToServer, onConnected, onSocketEvent } from '../../lib/socket.ts';
import { $session } from '../account/session.ts';
import { $openChatId } from '../notifications/notifications-store.ts';
import { runWithToast } from '../request-feedback/run-with-toast.ts';
import { messageFiles } from './attachments.ts';
import { saveDraft } from './chat-drafts.ts';
import {
  $conversation,
  $isAtEnd,
  $newBelowCount,
  $olderPage,
  $openChat,
  type ChatTopic,
  currentChat,
  fetchMissedMessages,
  fetchNewest,
  type OpenConversation,
  receiveMessages,
  updateConversation,
} from './conversation-store.ts';
import { markSeen } from './merge-messages.ts';
import { enqueue, restoreOutbox, sendQueuedMessages } from './outbox.ts';
import { followTyping, resetTypingThrottle, stopTyping } from './presence.ts';
import { showNewest } from './scroll-history.ts';

let sound: HTMLAudioElement | undefined;

/** Plays the sound of a new message when the window has no focus. */
function playNewMessageSound(): void {
  if (document.hasFocus()) return;
  sound ??= new Audio('/sounds/message.wav');
  sound.currentTime = 0;
  // Browsers may block sounds before the first user gesture.
  sound.play().catch(() => {});
}

/** Whose messages this person writes: the owner's, when they are an assistant. */
const sideOf = ({ _id, actsFor }: UserDto): string => actsFor ?? _id;

let stops: (() => void)[] = [];

export const openChat = (order: OrderDto): void => open({ id: order._id, order, title: '' });

/** Opens a question before an order by the id of its conversation. */
export const openQuestion = (id: string, title: string | null): void =>
  open({ id, order: null, title: title ?? '' });

function open(topic: ChatTopic): void {
  const session = $session.get();
  if (session.state !== 'verified') return;
  const me = sideOf(session.user);
  closeChat();
  $openChat.set({ ...topic, me });
  $openChatId.set(topic.id);
  stops = [
    onSocketEvent<MessageDto>('newMessage', onNewMessage),
    onSocketEvent<{ conversationId: string; userId: string }>(
      'messagesSeen',
      ({ conversationId, userId }) => {
        if (userId === me) return;
        updateConversation((chat) =>
          chat.conversation._id === conversationId
            ? { ...chat, messages: markSeen(chat.messages, me) }
            : chat,
        );
      },
    ),
    onConnected(() => void resume()),
  ];
  void loadConversation();
}

export function closeChat(): void {
  const chat = currentChat();
  if (chat) void emitToServer('leaveConversation', chat.conversation._id);
  for (const stop of stops) stop();
  stops = [];
  stopTyping();
  // Chosen files belong to this conversation only.
  messageFiles.take();
  $openChat.set(null);
  $openChatId.set(null);
  $conversation.set({ state: 'loading' });
  $olderPage.set('idle');
  $newBelowCount.set(0);
  $isAtEnd.set(true);
}

export async function loadConversation(): Promise<void> {
  const open = $openChat.get();
  if (!open) return;
  const key = `chat:${open.id}`;
  $conversation.set(cachedState<OpenConversation>(key));
  try {
    const page = await fetchNewest(open);
    if ($openChat.get() !== open) return;
    const { conversation, messages, hasMore } = page;
    const value: OpenConversation = { conversation, messages, hasMore, later: 0 };
    $conversation.set({ state: 'loaded', value });
    writeScreenCache(key, value);
    stops.push(followTyping(conversation._id, open.me));
    // At once: who closes the conversation before it is joined has read it, too.
    markSeenByMe();
    // Without a connection, `resume` does this later.
    if (await join(conversation._id)) await fetchMissed();
    flush();
  } catch (error) {
    if ($openChat.get() !== open) return;
    const hasNoNetwork = isOffline();
    const message = hasNoNetwork ? messageOf(error) : serverMessage(error, CONVERSATION_FAILED);
    $conversation.set({ state: 'failed', message });
    // The conversation says it where it would be, and comes with the connection.
    if (!hasNoNetwork) void toast('error', message, { id: CONVERSATION_FAILED });
  }
}

/** Joins the room of the conversation; true when there were changes before that. */
async function join(conversationId: string): Promise<boolean> {
  const ack = await emitToServer('joinConversation', conversationId);
  const chat = currentChat();
  if (!ack.success || !chat) return false;
  markSeenByMe();
  const [first, last] = [chat.messages[0], chat.messages.at(-1)];
  const hasLast = (last?._id ?? null) === ack['lastMessageId'];
  // The messages of a conversation are numbered without gaps.
  const hasAll = !first || !last || last.seq - first.seq + 1 === chat.messages.length;
  return !hasLast || !hasAll || chat.conversation.seenThrough !== ack['seenThrough'];
}

/** Fetches the changes from before the room was joined. */
async function fetchMissed(): Promise<void> {
  const [open, chat] = [$openChat.get(), currentChat()];
  if (!open || !chat) return;
  try {
    await fetchMissedMessages(open, chat);
    markSeenByMe();
  } catch {
    // It is tried again after the next reconnect.
  }
}

/** After a reconnect: joins again, fetches missed messages, sends the outbox. */
async function resume(): Promise<void> {
  if ($conversation.get().state === 'failed') return loadConversation();
  const chat = currentChat();
  if (!chat) return;
  const hasMissed = await join(chat.conversation._id);
  restoreOutbox();
  if (hasMissed) await fetchMissed();
  flush();
}

function onNewMessage(message: MessageDto): void {
  const [open, chat] = [$openChat.get(), currentChat()];
  if (!open || chat?.conversation._id !== message.conversationId) return;
  // A message comes again when its mail was taken out.
  const isKnown = chat.messages.some((each) => each._id === message._id);
  receiveMessages([message]);
  if (isKnown || message.senderId === open.me) return;
  stopTyping();
  playNewMessageSound();
  if (!$isAtEnd.get()) $newBelowCount.set($newBelowCount.get() + 1);
  markSeenByMe();
}

/** Reports to the server that the other person's newest message has been read. */
export function markSeenByMe(): void {
  const [open, chat] = [$openChat.get(), currentChat()];
  const last = chat?.messages.findLast((each) => each.senderId !== open?.me);
  if (!open || !chat || !last || last.seen || !document.hasFocus()) return;
  const seen = { conversationId: chat.conversation._id, userId: open.me };
  // The conversation may be read and closed before the page has its connection.
  void connected().then(async () => {
    const { success } = await emitToServer('markMessagesAsSeen', seen);
    if (!success) return;
    const { senderId } = last;
    updateConversation((now) => ({ ...now, messages: markSeen(now.messages, senderId, last._id) }));
  });
}

/** Puts a message into the outbox and sends it; false when it is empty. */
export function sendMessage(text: string): boolean {
  const open = $openChat.get();
  if (!open) return false;
  const attachments = messageFiles.take();
  if (text.trim() === '' && attachments.length === 0) {
    void toast('error', MESSAGE_EMPTY);
    return false;
  }
  const clientId = crypto.randomUUID();
  const isQuestion = open.order === null;
  enqueue({
    ...{ userId: open.me, orderId: open.id, isQuestion },
    ...{ clientId, text: text.trim(), attachments },
  });
  saveDraft(open.id, '');
  resetTypingThrottle();
  showNewest();
  flush();
  return true;
}

export function resendMessage(clientId: string): void {
  restoreOutbox(clientId);
  flush();
}

/** Takes out a mail that the studio took as this person's. */
export function disownMail(id: string): void {
  void runWithToast(async () => {
    const { data } = await readJson(
      api.communicate['taken-mail'][':id'].$delete({ param: { id } }),
    );
    receiveMessages([data]);
    return { message: data.messageText };
  });
}

function flush(): void {
  const open = $openChat.get();
  if (!open) return;
  void sendQueuedMessages(open.me, (message) => {
    if (currentChat()?.conversation._id === message.conversationId) receiveMessages([message]);
  });
}

/** Sends what previous pages left in the outbox. */
export function resendUnsentMessages(): () => void {
  return onConnected(() => {
    const session = $session.get();
    if (session.state !== 'verified' || $openChat.get()) return;
    restoreOutbox();
    void sendQueuedMessages(sideOf(session.user), () => {});
  });
}
