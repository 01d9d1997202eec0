import { sql } from 'kysely';
import { type PersonalData, parsed } from '../../platform/personal-data.ts';

export const personalData: PersonalData = {
  tables: {
    quotes: {
      ...{ of: { conversation_id: 'conversations' }, as: 'quotes', by: 'sent_at' },
      only: sql`status <> 'Draft'`,
      exported: 'status json sent_at decided_at valid_until order_id',
      formats: { json: parsed },
      unexported: {
        'the form of the owner: the quote that was sent is exported': 'draft',
        'its number and its hash': 'version sha256 created_at updated_at',
      },
      kept: { 'what was agreed, and who proposed it': 'draft json sha256' },
    },
  },
  // Those of an order are accounting records; those of a question go with it.
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
