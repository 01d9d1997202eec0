import { atom } from 'nanostores';
import type { WireRequirements } from '../../../api/orders/requirements.ts';
import { api, messageOf, read } from '../../lib/api.ts';
import { fetchOrder, type Loaded, showOrder } from './stores.ts';

/** What was said already; null for nothing. */
export const $requirements = atom<Loaded<WireRequirements | null>>({ state: 'loading' });

export async function loadRequirements(orderId: string): Promise<void> {
  $requirements.set({ state: 'loading' });
  try {
    const { requirements } = await read(
      api.gig.order[':orderId'].requirements.$get({ param: { orderId } }),
    );
    $requirements.set({ state: 'here', value: requirements });
  } catch (error) {
    $requirements.set({ state: 'failed', message: messageOf(error) });
  }
}

export async function saveRequirements(
  orderId: string,
  wish: { text: string; links: string[] },
): Promise<string> {
  const { message } = await read(
    api.gig.order[':orderId'].requirements.$put({ param: { orderId }, json: wish }),
  );
  $requirements.set({ state: 'here', value: { ...wish, updatedAt: new Date().toISOString() } });
  void fetchOrder(orderId).then(showOrder, () => {});
  return message;
}
