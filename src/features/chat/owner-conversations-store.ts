import type { INBOX_FILTERS } from '../../../api/modules/chat/schema.ts';
import type { OrderDto } from '../../../api/modules/orders/dto.ts';
import { adminApi, runAdminAction } from '../../admin/requests.ts';
import { api, readJson } from '../../lib/api.ts';
import { filteredList } from '../lists/filtered-list.ts';
import { openChat, openQuestion } from './chat-actions.ts';
import { $openChat, $targetOffer } from './conversation-store.ts';
import { $hasTwoPanes } from './owner-two-pane-layout.ts';

const fetchPage = (query: Record<string, string>) =>
  readJson(api.communicate.conversations.$get({ query } as object));

export type ConversationsPage = Awaited<ReturnType<typeof fetchPage>>;
export type Conversations = ConversationsPage['conversations'];
export type InboxFilter = (typeof INBOX_FILTERS)[number] | '';

/** The order of a conversation, or the question itself. */
export const topicIdOf = ({ orderId, _id }: Pick<Conversations[number], 'orderId' | '_id'>) =>
  orderId ?? _id;

/** The open conversation keeps its position, because it was unread a moment ago. */
const isFirst = (row: Conversations[number]): boolean =>
  row.unread > 0 || (topicIdOf(row) === $openChat.get()?.id && wasUnread);
let wasUnread = false;

/** Unread conversations first, then the latest. */
export const conversationList = filteredList(
  { show: '' as InboxFilter, find: '' },
  'conversations',
  'before',
  async (query) => {
    const page = await fetchPage(query);
    const conversations = page.conversations.toSorted(
      (a, b) => Number(isFirst(b)) - Number(isFirst(a)),
    );
    return { ...page, conversations };
  },
  'conversations',
);

/**
 * Opens the conversation that the address of a mail or a notification names, as soon as it is listed. Without one, and
 * with room beside the list, the first that waits for the owner.
 */
export function openFirstConversation() {
  const query = new URLSearchParams(location.search);
  const id = query.get('chat');
  $targetOffer.set(query.get('offer'));
  let isOpened = false;
  const { $list } = conversationList;
  // What a tab remembers may wait no more.
  const follow = id === null ? $list.listen : $list.subscribe;
  return follow((list) => {
    if (isOpened || list.state !== 'loaded') return;
    const row = list.value.conversations.find((each) =>
      id === null ? $hasTwoPanes.get() && each.waits : topicIdOf(each) === id,
    );
    isOpened = id === null || row !== undefined;
    if (row) void openFromList(row);
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
