import { insertChange } from '../../api/modules/payments/order-changes/queries.ts';
import type { Db } from '../../db/database.ts';
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

interface Request {
  changeId?: string;
  description?: string;
  attachments?: string[];
}

export const buyerAsks = (buyer: Person, orderId: string, more: Request = {}) =>
  buyer.post(call, {
    ...{ changeId: crypto.randomUUID(), orderId, description: 'Four more pages', ...more },
  });

/** A proposal with a price that the buyer made before requests replaced these. */
export const insertBuyerProposal = async (db: Db, orderId: string, amount: number) => {
  const row = { id: crypto.randomUUID(), order_id: orderId, number: 1, revision_id: null };
  return insertChange(db, {
    ...{ ...row, proposed_by: 'buyer', description: 'Four more pages', amount, extra_days: 0 },
    ...{ status: 'Proposed', proposed_at: '2026-01-05T09:00:00.000Z', decided_at: null },
  });
};

export const ownerAnswers = (owner: Person, id: string, step: Step): Promise<Answer> =>
  owner.post(`${adminCall}/${id}/${step}`, {});
export const buyerAnswers = (buyer: Person, id: string, step: Step): Promise<Answer> =>
  buyer.post(`${call}/${id}/${step}`, {});
