import { atom } from 'nanostores';
import { toast } from '../../components/toast.ts';
import { api, messageOf, read } from '../../lib/api.ts';
import { $openChat } from '../chat/conversation.ts';
import { $messageAction } from '../chat/message-action.ts';
import { fetchOrder, showOrder } from '../orders/stores.ts';
import type { ChangeFields } from './ChangeDialog.tsx';
import type { Answer } from './ChangeList.tsx';

export const $busy = atom(false);
/** The order that a change is being proposed for, and what the description begins with. */
export const $proposing = atom<{ orderId: string; text: string } | null>(null);

export const proposeFor = (orderId: string, text = ''): void => $proposing.set({ orderId, text });
export const stopProposing = (): void => $proposing.set(null);

const refresh = (orderId: string) => fetchOrder(orderId).then(showOrder, () => {});

/** Throws the errors that the form shows beside its fields. */
export async function propose(orderId: string, fields: ChangeFields): Promise<void> {
  const { message } = await read(api.gig.change.$post({ json: { orderId, ...fields } }));
  void toast('success', message);
  stopProposing();
  await refresh(orderId);
}

export async function decideChange(orderId: string, id: string, answer: Answer): Promise<void> {
  if ($busy.get()) return;
  $busy.set(true);
  try {
    const { message } = await read(api.gig.change[':id'][answer].$post({ param: { id } }));
    void toast('success', message);
  } catch (error) {
    void toast('error', messageOf(error));
  }
  await refresh(orderId);
  $busy.set(false);
}

/** Adds "propose a change" to the messages of an order's conversation. */
export const enableChangeProposals = (): (() => void) =>
  $openChat.subscribe((open) => {
    const orderId = open?.order?._id;
    const run = (text: string) => orderId && proposeFor(orderId, text);
    $messageAction.set(orderId ? { label: 'Request a change', run } : null);
  });
