import type { OrderDto } from '../../../api/modules/orders/dto.ts';
import { openChat } from '../../features/chat/actions.ts';
import { api, read } from '../../lib/api.ts';
import { loaded } from '../../lib/loaded.ts';
import { attempt, load } from '../loaded.ts';

const ask = () => read(api.communicate.conversations.$get());

export type Conversations = Awaited<ReturnType<typeof ask>>['conversations'];
export const $conversations = loaded<Conversations>();

/** Unread ones first, then the latest. */
export const loadConversations = (): Promise<void> =>
  load($conversations, async () =>
    [...(await ask()).conversations].sort((a, b) => Number(b.unread > 0) - Number(a.unread > 0)),
  );

export const openConversation = (order: OrderDto): void => openChat(order);

export const openConversationForOrder = (id: string) =>
  attempt(async () => {
    const { order } = await read(api.desk.orders[':id'].$get({ param: { id } }));
    openChat(order);
    return {};
  });
