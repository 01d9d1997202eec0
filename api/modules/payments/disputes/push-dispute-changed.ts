import type { Tx } from '../../../../db/transaction.ts';
import type { Services } from '../../../platform/services.ts';
import { pushOrderChanged } from '../../orders/push-order-changed.ts';
import type { OrderDispute } from './events.ts';

/** Open pages of the order load it again. */
export const pushDisputeChanged = (tx: Tx, services: Services, { order }: OrderDispute): void => {
  if (order) pushOrderChanged(tx, services, { order });
};
