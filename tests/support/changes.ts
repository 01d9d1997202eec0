import type { Answer, Person } from './http-client.ts';

export interface Proposal {
  changeId?: string;
  description?: string;
  amount?: number;
  extraDays?: number;
  revisionId?: string;
}

const bodyOf = (orderId: string, more: Proposal) => ({
  ...{ changeId: crypto.randomUUID(), orderId, description: 'Four more pages' },
  ...{ amount: 5_000.5, extraDays: 2, ...more },
});

const adminCall = '/api/v1/desk/changes';
const call = '/api/v1/gig/change';
type Step = 'accept' | 'decline' | 'withdraw';

export const ownerProposes = (owner: Person, orderId: string, more: Proposal = {}) =>
  owner.post(adminCall, bodyOf(orderId, more));
export const buyerProposes = (buyer: Person, orderId: string, more: Proposal = {}) =>
  buyer.post(call, bodyOf(orderId, more));
export const ownerAnswers = (owner: Person, id: string, step: Step): Promise<Answer> =>
  owner.post(`${adminCall}/${id}/${step}`, {});
export const buyerAnswers = (buyer: Person, id: string, step: Step): Promise<Answer> =>
  buyer.post(`${call}/${id}/${step}`, {});
