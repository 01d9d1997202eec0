import type { INBOX_FILTERS } from '../../../api/modules/chat/schema.ts';
import type { OrderDto } from '../../../api/modules/orders/dto.ts';
import { adminApi, runAdminAction } from '../../admin/requests.ts';
import { api, readJson } from '../../lib/api.ts';
import { filteredList } from '../lists/filtered-list.ts';
import { openChat, openQuestion } from './chat-actions.ts';
import { $targetOffer } from './conversation-store.ts';

const { conversations } = api.communicate;
const fetchPage = (query: Record<string, string>) =>
  readJson(conversations.$get({ query } as object));

export type Conversations = Awaited<ReturnType<typeof fetchPage>>['conversations'];
export type ConversationRow = Conversations[number];
export type InboxFilter = (typeof INBOX_FILTERS)[number] | 'all';

/** The order of a conversation, or the question itself. */
export const topicIdOf = ({ orderId, _id }: Pick<ConversationRow, 'orderId' | '_id'>) =>
  orderId ?? _id;

/** Whether it is the owner's turn. */
export const isMine = ({ waitsSince, unproved }: ConversationRow): boolean =>
  waitsSince !== null || unproved > 0;

export const conversationList = filteredList(
  { show: '' as InboxFilter | '', find: '' },
  'conversations',
  'before',
  ({ show = 'mine', ...query }) => fetchPage(query.find ? query : { show, ...query }),
  'conversations',
);

/** Opens the conversation that the address of a mail or a notification names. Nothing else opens by itself. */
export function openAddressed(): void {
  const query = new URLSearchParams(location.search);
  const id = query.get('chat');
  $targetOffer.set(query.get('offer'));
  if (id) void runAdminAction(() => openTopic(id));
}

/** An order's conversation by the id of the order, or a question by its own. */
async function openTopic(id: string) {
  const { conversations: found } = await fetchPage({ find: id });
  const row = found.find((each) => topicIdOf(each) === id);
  if (row?.orderId === null) openQuestion(id, row.title);
  else openChat((await readJson(adminApi.orders[':id'].$get({ param: { id } }))).order);
  return {};
}

export const openConversation = (order: OrderDto): void => openChat(order);

export const openFromList = (row: ConversationRow) =>
  row.orderId === null
    ? openQuestion(row._id, row.title)
    : void openConversationForOrder(row.orderId);

export const openConversationForOrder = (id: string) =>
  runAdminAction(async () => {
    openChat((await readJson(adminApi.orders[':id'].$get({ param: { id } }))).order);
    return {};
  });

/** Moves a conversation to those that wait for the client, until they write again, or back. */
export const setWaits = (row: ConversationRow, waits: boolean) =>
  runAdminAction(async () => {
    const { message } = await readJson(
      conversations[':id'].waits.$put({
        param: { id: row._id },
        json: { waits, lastMessage: row.lastMessage._id ?? '' },
      }),
    );
    await conversationList.reload();
    return { message };
  });
