import type { Order } from '../../db/schema.ts';
import type { Deps } from '../lib/deps.ts';
import { UserError } from '../lib/errors.ts';
import { ProviderTrouble } from './provider.ts';
import { keepProviderOrder, listInstalments } from './queries.ts';
import { GATEWAY_DOWN, NOTHING_LEFT } from './rules.ts';

/** What the browser needs to open the provider's dialog; `amount` in paise. */
export interface OpenDue {
  orderId: string;
  amount: number;
  currency: 'INR';
  key: string;
}

const asking = new Map<string, Promise<string>>();

/** The provider's order for what is due next; asked for once, however often it is wanted. */
export async function openDue(deps: Deps, order: Order): Promise<OpenDue> {
  const dues = await listInstalments(deps.store.db, order.id);
  const due = dues.find((each) => each.payment_id === null);
  if (!due || order.status === 'Rejected') throw new UserError(409, NOTHING_LEFT);
  const { keyId: key } = deps.provider;
  const orderId = due.provider_order_id ?? (await askOnce(deps, order.id, due));
  return { orderId, amount: due.amount, currency: 'INR', key };
}

function askOnce(deps: Deps, orderId: string, due: { id: string; amount: number }) {
  const open = asking.get(due.id);
  if (open) return open;
  const asked = ask(deps, orderId, due).finally(() => asking.delete(due.id));
  asking.set(due.id, asked);
  return asked;
}

async function ask(deps: Deps, orderId: string, due: { id: string; amount: number }) {
  // Receipts hold 40 characters; a UUID has 36. Asked by receipt first: an answer may have been lost.
  try {
    const made =
      (await deps.provider.findOrder(due.id)) ??
      (await deps.provider.createOrder({ amount: due.amount, receipt: due.id, orderId }));
    const kept = await keepProviderOrder(deps.store.db, due.id, made);
    return kept.provider_order_id ?? made;
  } catch (error) {
    if (!(error instanceof ProviderTrouble)) throw error;
    deps.log.error('an order could not be opened at the provider', error);
    throw new UserError(502, GATEWAY_DOWN, { retryAfter: 5 });
  }
}
