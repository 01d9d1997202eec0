import { adminApi } from '../../admin/requests.ts';
import { toast } from '../../components/toast.ts';
import { readJson } from '../../lib/api.ts';
import { $order, openOrder, updateOrder } from '../orders/owner-orders-store.ts';
import type { Answer } from './ChangeList.tsx';
import { closeChangeDialog, type Proposal } from './change-proposal-store.ts';

interface ChangeFields {
  changeId: string;
  description: string;
  amount: number;
  extraDays: number;
}

/** Proposes a change as the seller; throws the errors that the form shows beside its fields. */
export async function proposeChange(
  { orderId, revisionId }: Proposal,
  fields: ChangeFields,
): Promise<void> {
  const json = { orderId, ...(revisionId ? { revisionId } : {}), ...fields };
  const { message } = await readJson(adminApi.changes.$post({ json }));
  void toast('success', message);
  closeChangeDialog();
  const shown = $order.get();
  if (shown.state === 'loaded' && shown.value._id === orderId) await openOrder(orderId);
}

export const decideChange = (orderId: string, id: string, answer: Answer) =>
  updateOrder(orderId, () => readJson(adminApi.changes[':id'][answer].$post({ param: { id } })));
