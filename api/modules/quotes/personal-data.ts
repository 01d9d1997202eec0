import type { PersonalData } from '../../platform/personal-data.ts';

/** Quotes of an order are accounting records. Quotes of a question are deleted with its conversation. */
export const personalData: PersonalData = {
  tables: ['quotes'],
  export: async (db, user) => ({
    quotes: await db
      .selectFrom('quotes')
      .innerJoin('conversations', 'conversations.id', 'quotes.conversation_id')
      .select(['quotes.status', 'quotes.json', 'quotes.sent_at as sentAt'])
      .where('buyer_id', '=', user.id)
      .where('quotes.status', '<>', 'Draft')
      .orderBy('quotes.sent_at')
      .execute(),
  }),
  erase: (tx, user) =>
    tx
      .deleteFrom('quotes')
      .where('conversation_id', 'in', (eb) =>
        eb
          .selectFrom('conversations')
          .select('id')
          .where('buyer_id', '=', user.id)
          .where('order_id', 'is', null),
      )
      .execute(),
};
