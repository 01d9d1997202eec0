import type { Migration } from '../migrate.ts';

export const quotasAndErasure: Migration = {
  name: '008-quotas-and-erasure',
  statements: [
    // Sums of what is kept are asked with every upload and must not read the files.
    'CREATE INDEX attachments_sizes ON attachments (conversation_id, size)',
    // A receipt is drawn once; what it says is in `data`.
    'ALTER TABLE receipts ADD COLUMN pdf BLOB',
    // Reports of the provider were kept as they came: with e-mail, phone and account of the payer.
    `UPDATE payment_events SET body = CASE WHEN json_valid(body)
      THEN json_object('event', type, 'payload', json_object('payment', json_object('entity',
        json_object('id', json_extract(body, '$.payload.payment.entity.id')))))
      ELSE '' END`,
  ],
};
