import type { OrderDto } from '../../../api/modules/orders/dto.ts';
import { openChat } from '../../features/chat/actions.ts';
import { $open } from '../../features/chat/conversation.ts';
import { api, read } from '../../lib/api.ts';
import { loaded } from '../../lib/loaded.ts';
import { adminApi, attempt, load } from '../requests.ts';

const fetchConversations = () => read(api.communicate.conversations.$get());

export type Conversations = Awaited<ReturnType<typeof fetchConversations>>['conversations'];
export const $conversations = loaded<Conversations>('conversations');

/** The open conversation keeps its place: it was unread a moment ago. */
const isFirst = ({ unread, orderId }: Conversations[number]): boolean =>
  unread > 0 || (orderId === $open.get()?.order._id && wasUnread);
let wasUnread = false;

/** Unread conversations first, then the latest. */
export const loadConversations = (): Promise<void> =>
  load($conversations, async () =>
    [...(await fetchConversations()).conversations].sort(
      (a, b) => Number(isFirst(b)) - Number(isFirst(a)),
    ),
  );

export const openConversation = (order: OrderDto): void => openChat(order);

export const openConversationForOrder = (id: string) =>
  attempt(async () => {
    const { order } = await read(adminApi.orders[':id'].$get({ param: { id } }));
    const known = $conversations.get();
    wasUnread =
      known.state === 'loaded' && known.value.some((each) => each.orderId === id && isFirst(each));
    openChat(order);
    return {};
  });
