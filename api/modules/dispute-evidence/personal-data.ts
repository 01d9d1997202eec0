import type { PersonalData } from '../../platform/personal-data.ts';

/** Evidence quotes the person's conversation. The export has its sources in other parts. */
export const personalData: PersonalData = {
  tables: ['dispute_documents'],
  erase: (tx, user) =>
    tx
      .deleteFrom('dispute_documents')
      .where('dispute_id', 'in', (eb) =>
        eb
          .selectFrom('disputes')
          .innerJoin('orders', 'orders.id', 'disputes.order_id')
          .select('disputes.id')
          .where('orders.buyer_id', '=', user.id),
      )
      .execute(),
};
