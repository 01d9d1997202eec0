import { atom } from 'nanostores';
import type { WireRequirements } from '../../../api/orders/requirements.ts';
import { api, read } from '../../lib/api.ts';
import { fetchOrder, showOrder } from './stores.ts';

/** What was said already; null for nothing, undefined while asking. */
export const $requirements = atom<WireRequirements | null | undefined>(undefined);

export async function loadRequirements(orderId: string): Promise<void> {
  $requirements.set(undefined);
  const { requirements } = await read(
    api.gig.order[':orderId'].requirements.$get({ param: { orderId } }),
  );
  $requirements.set(requirements);
}

export async function saveRequirements(
  orderId: string,
  wish: { text: string; links: string[] },
): Promise<string> {
  const { message } = await read(
    api.gig.order[':orderId'].requirements.$put({ param: { orderId }, json: wish }),
  );
  $requirements.set({ ...wish, updatedAt: new Date().toISOString() });
  void fetchOrder(orderId).then(showOrder, () => {});
  return message;
}
