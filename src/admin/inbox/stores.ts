import type { OrderDto } from '../../../api/modules/orders/dto.ts';
import { openChat } from '../../features/chat/actions.ts';
import { api, read } from '../../lib/api.ts';
import { loaded } from '../../lib/loaded.ts';
import { adminApi, attempt, load } from '../requests.ts';

const fetchConversations = () => read(api.communicate.conversations.$get());

export type Conversations = Awaited<ReturnType<typeof fetchConversations>>['conversations'];
export const $conversations = loaded<Conversations>('conversations');

/** Unread conversations first, then the latest. */
export const loadConversations = (): Promise<void> =>
  load($conversations, async () =>
    [...(await fetchConversations()).conversations].sort(
      (a, b) => Number(b.unread > 0) - Number(a.unread > 0),
    ),
  );

export const openConversation = (order: OrderDto): void => openChat(order);

export const openConversationForOrder = (id: string) =>
  attempt(async () => {
    const { order } = await read(adminApi.orders[':id'].$get({ param: { id } }));
    openChat(order);
    return {};
  });
