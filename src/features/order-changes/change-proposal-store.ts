import { atom } from 'nanostores';
import { type FormEvent, useState } from 'react';
import { toast } from '../../components/toast.ts';
import { api, readJson } from '../../lib/api.ts';
import { formDraft, saveFormDraft } from '../../lib/form-drafts.ts';
import { readFields } from '../../lib/form-errors.ts';
import { $openChat } from '../chat/conversation-store.ts';
import { $messageAction } from '../chat/message-action.ts';
import { changeOrder, refreshOrder } from '../orders/orders-store.ts';
import type { Answer } from './ChangeList.tsx';

export interface Proposal {
  orderId: string;
  /** Of the order, for the owner's form, which asks for a price. */
  currency?: string | undefined;
  /** The first words of the description. */
  text?: string;
  /** The buyer's request that the owner answers with a price. */
  requestId?: string;
  /** The revision request that goes beyond the order. */
  revisionId?: string;
  /** Whether only more time is asked for. */
  isTime?: boolean;
}

/** The order, message or request for which a form is open: the buyer's request, or the owner's proposal. */
export const $changeProposal = atom<Proposal | null>(null);

export const openChangeDialog = (proposal: Proposal): void => $changeProposal.set(proposal);
export const closeChangeDialog = (): void => $changeProposal.set(null);

/** What was typed in the form and is not sent; one about another message or request does not belong here. */
export function useChangeDraft({ orderId, text = '', requestId, isTime }: Proposal) {
  const key = `${isTime ? 'time' : 'change'}:${orderId}`;
  const [values] = useState(() => {
    const stored = formDraft(key);
    return stored['about'] === text ? stored : {};
  });
  // The same for each try, so that a repeated call is the same proposal.
  const [changeId] = useState(() => requestId ?? crypto.randomUUID());
  return {
    changeId,
    valueOf: (name: string, otherwise: string): string => values[name] ?? otherwise,
    onChange: ({ currentTarget }: FormEvent<HTMLFormElement>) =>
      saveFormDraft(key, { ...readFields(currentTarget), about: text }),
    clear: () => saveFormDraft(key, undefined),
  };
}

interface Request {
  changeId: string;
  description: string;
  attachments: string[];
}

/** Sends a buyer's request; throws the errors that the form shows beside its fields. */
export async function askForMore(orderId: string, request: Request): Promise<void> {
  const { message } = await readJson(api.gig.change.$post({ json: { orderId, ...request } }));
  void toast('success', message);
  closeChangeDialog();
  await refreshOrder(orderId);
}

export const decideChange = (orderId: string, id: string, answer: Answer) =>
  changeOrder(orderId, () => readJson(api.gig.change[':id'][answer].$post({ param: { id } })));

/** Adds an action with this label, which opens the form, to the messages of an order's conversation. */
export const enableChangeProposals = (label: string): (() => void) =>
  $openChat.subscribe((open) => {
    const orderId = open?.order?._id;
    const currency = open?.order?.paymentInfo.currency;
    const run = (text: string) => orderId && openChangeDialog({ orderId, currency, text });
    $messageAction.set(orderId ? { label, run } : null);
  });
