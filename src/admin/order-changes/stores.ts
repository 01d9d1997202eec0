import { atom } from 'nanostores';
import { toast } from '../../components/toast.ts';
import { $openChat } from '../../features/chat/conversation.ts';
import { $messageAction } from '../../features/chat/message-action.ts';
import type { ChangeFields } from '../../features/order-changes/ChangeDialog.tsx';
import type { Answer } from '../../features/order-changes/ChangeList.tsx';
import { read } from '../../lib/api.ts';
import { $order, openOrder, updateOrder } from '../orders/stores.ts';
import { adminApi } from '../requests.ts';

interface Proposal {
  orderId: string;
  /** The first words of the description. */
  text?: string;
  /** The revision request that is turned into a change. */
  revisionId?: string;
}

/** The order, message or revision request for which a change is being proposed. */
export const $proposing = atom<Proposal | null>(null);

export const proposeFor = (proposal: Proposal): void => $proposing.set(proposal);
export const stopProposing = (): void => $proposing.set(null);

/** Throws the errors that the form shows beside its fields. */
export async function propose(
  { orderId, revisionId }: Proposal,
  fields: ChangeFields,
): Promise<void> {
  const json = { orderId, ...(revisionId ? { revisionId } : {}), ...fields };
  const { message } = await read(adminApi.changes.$post({ json }));
  void toast('success', message);
  stopProposing();
  const shown = $order.get();
  if (shown.state === 'loaded' && shown.value._id === orderId) await openOrder(orderId);
}

export const decideChange = (orderId: string, id: string, answer: Answer) =>
  updateOrder(orderId, () => read(adminApi.changes[':id'][answer].$post({ param: { id } })));

/** Adds "propose a change" to the messages of an order's conversation. */
export const enableChangeProposals = (): (() => void) =>
  $openChat.subscribe((open) => {
    const orderId = open?.order?._id;
    const run = (text: string) => orderId && proposeFor({ orderId, text });
    $messageAction.set(orderId ? { label: 'Propose a change', run } : null);
  });
