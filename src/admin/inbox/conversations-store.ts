import type { OrderDto } from '../../../api/modules/orders/dto.ts';
import { openChat, openQuestion } from '../../features/chat/chat-actions.ts';
import { $openChat, $targetOffer } from '../../features/chat/conversation-store.ts';
import { api, readJson } from '../../lib/api.ts';
import { adminApi, remote, runAdminAction } from '../requests.ts';

const fetchConversations = () => readJson(api.communicate.conversations.$get());

export type Conversations = Awaited<ReturnType<typeof fetchConversations>>['conversations'];

/** The order of a conversation, or the question itself. */
export const topicIdOf = ({ orderId, _id }: Pick<Conversations[number], 'orderId' | '_id'>) =>
  orderId ?? _id;

/** The open conversation keeps its position, because it was unread a moment ago. */
const isFirst = (row: Conversations[number]): boolean =>
  row.unread > 0 || (topicIdOf(row) === $openChat.get()?.id && wasUnread);
let wasUnread = false;

/** Unread conversations first, then the latest. */
export const $conversations = remote(
  async () =>
    [...(await fetchConversations()).conversations].sort(
      (a, b) => Number(isFirst(b)) - Number(isFirst(a)),
    ),
  'conversations',
);

/** Opens the conversation that the address of a mail or a notification names, as soon as it is listed. */
export function openLinkedConversation() {
  const query = new URLSearchParams(location.search);
  const id = query.get('chat');
  $targetOffer.set(query.get('offer'));
  let isOpened = id === null;
  return $conversations.subscribe((list) => {
    if (isOpened || list.state !== 'loaded') return;
    const row = list.value.find((each) => topicIdOf(each) === id);
    if (!row) return;
    isOpened = true;
    void openFromList(row);
  });
}

export const openConversation = (order: OrderDto): void => openChat(order);

export const openFromList = (row: Conversations[number]) =>
  runAdminAction(async () => {
    const { orderId: id } = row;
    if (id === null) {
      wasUnread = isFirst(row);
      openQuestion(row._id, row.gigTitle);
      return {};
    }
    wasUnread = isFirst(row);
    openChat((await readJson(adminApi.orders[':id'].$get({ param: { id } }))).order);
    return {};
  });

export const openConversationForOrder = (id: string) =>
  runAdminAction(async () => {
    openChat((await readJson(adminApi.orders[':id'].$get({ param: { id } }))).order);
    return {};
  });
