import type { Db } from '../../../db/database.ts';
import type { PersonalData } from '../../platform/personal-data.ts';
import { agreedIn, deleteRequestsOf, listRequestsOf, withdrawnIn } from './queries.ts';
import { PARTS } from './rules.ts';
import { takeOut } from './take-out.ts';

/** What may be shown of somebody's orders goes with the account, and nothing is shown of them any more. */
export const personalData: PersonalData = {
  tables: ['case_study_requests'],
  export: async (db, user) => ({ caseStudies: await exportRequests(db, user.id) }),
  async erase(tx, { id }) {
    const requests = await listRequestsOf(tx, id);
    for (const { order_id: orderId, name } of requests)
      await takeOut(tx, { orderId, name, taken: PARTS });
    await deleteRequestsOf(tx, id);
  },
};

const exportRequests = async (db: Db, userId: string) =>
  (await listRequestsOf(db, userId)).map((request) => ({
    orderId: request.order_id,
    name: request.name,
    askedAt: request.asked_at,
    answeredAt: request.answered_at,
    agreed: agreedIn(request),
    words: request.words,
    withdrawn: withdrawnIn(request),
  }));
