import { read } from '../../lib/api.ts';
import { updateOrder } from '../orders/orders-store.ts';
import { adminApi } from '../requests.ts';

const dispute = adminApi.disputes[':id'];

export const prepareEvidence = (orderId: string, id: string) =>
  updateOrder(orderId, () => read(dispute.evidence.$post({ param: { id } })));
export const saveSummary = (orderId: string, id: string, summary: string) =>
  updateOrder(orderId, () => read(dispute.summary.$put({ param: { id }, json: { summary } })));
export const submitEvidence = (orderId: string, id: string, summary: string) =>
  updateOrder(orderId, () => read(dispute.submit.$post({ param: { id }, json: { summary } })));
export const acceptDispute = (orderId: string, id: string) =>
  updateOrder(orderId, () => read(dispute.accept.$post({ param: { id } })));
