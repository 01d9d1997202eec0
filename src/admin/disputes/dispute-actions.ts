import { readJson } from '../../lib/api.ts';
import { updateOrder } from '../orders/orders-store.ts';
import { adminApi } from '../requests.ts';

const dispute = adminApi.disputes[':id'];

export const prepareEvidence = (orderId: string, id: string) =>
  updateOrder(orderId, () => readJson(dispute.evidence.$post({ param: { id } })));
export const saveSummary = (orderId: string, id: string, summary: string) =>
  updateOrder(orderId, () => readJson(dispute.summary.$put({ param: { id }, json: { summary } })));
export const submitEvidence = (orderId: string, id: string, summary: string) =>
  updateOrder(orderId, () => readJson(dispute.submit.$post({ param: { id }, json: { summary } })));
export const acceptDispute = (orderId: string, id: string) =>
  updateOrder(orderId, () => readJson(dispute.accept.$post({ param: { id } })));
