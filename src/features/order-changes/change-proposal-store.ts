import { atom } from 'nanostores';
import { toast } from '../../components/toast.ts';
import { api, readJson } from '../../lib/api.ts';
import { $openChat } from '../chat/conversation-store.ts';
import { $messageAction } from '../chat/message-action.ts';
import { changeOrder, refreshOrder } from '../orders/orders-store.ts';
import type { ChangeFields } from './ChangeDialog.tsx';
import type { Answer } from './ChangeList.tsx';

export interface Proposal {
  orderId: string;
  /** The first words of the description. */
  text?: string;
  /** The revision request that is turned into a change. */
  revisionId?: string;
}

/** The order, message or revision request for which a change is being proposed. */
export const $changeProposal = atom<Proposal | null>(null);

export const openChangeDialog = (proposal: Proposal): void => $changeProposal.set(proposal);
export const closeChangeDialog = (): void => $changeProposal.set(null);

/** Proposes a change as the buyer; throws the errors that the form shows beside its fields. */
export async function proposeChange({ orderId }: Proposal, fields: ChangeFields): Promise<void> {
  const { message } = await readJson(api.gig.change.$post({ json: { orderId, ...fields } }));
  void toast('success', message);
  closeChangeDialog();
  await refreshOrder(orderId);
}

export const decideChange = (orderId: string, id: string, answer: Answer) =>
  changeOrder(orderId, () => readJson(api.gig.change[':id'][answer].$post({ param: { id } })));

/** Adds an action with this label, which proposes a change, to the messages of an order's conversation. */
export const enableChangeProposals = (label: string): (() => void) =>
  $openChat.subscribe((open) => {
    const orderId = open?.order?._id;
    const run = (text: string) => orderId && openChangeDialog({ orderId, text });
    $messageAction.set(orderId ? { label, run } : null);
  });
