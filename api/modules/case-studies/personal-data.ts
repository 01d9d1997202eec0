import { type PersonalData, parsed } from '../../platform/personal-data.ts';
import { listRequestsOf } from './queries.ts';
import { PARTS } from './rules.ts';
import { takeOut } from './take-out.ts';

/** What may be shown of somebody's orders goes with the account, and nothing is shown of them any more. */
export const personalData: PersonalData = {
  tables: {
    case_study_requests: {
      ...{ of: { order_id: 'orders' }, as: 'caseStudies', by: 'asked_at id', erased: 'rows' },
      exported: 'order_id name names pictures asked_at answered_at agreed words withdrawn',
      formats: { names: parsed, pictures: parsed, agreed: parsed, withdrawn: parsed },
      unexported: { 'the owner’s draft': 'item_id' },
    },
  },
  async erase(tx, { id }) {
    for (const { order_id: orderId } of await listRequestsOf(tx, id))
      await takeOut(tx, { orderId, taken: PARTS });
  },
};
