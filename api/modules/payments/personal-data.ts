import type { Db } from '../../../db/database.ts';
import type { User } from '../../../db/schema.ts';
import { toRupees } from '../../platform/money/rules.ts';
import type { OpenOrder, PersonalData } from '../../platform/personal-data.ts';
import type { OrderItemDto } from '../orders/dto.ts';
import { listOpenOrdersOf } from '../orders/queries.ts';
import { reasonText } from './disputes/rules.ts';
import { toCancellationDto } from './dto.ts';

const ofOrder = { of: { order_id: 'orders' } } as const;

/** Payments are accounting records and not deleted; the owner's texts about the person are. */
export const personalData: PersonalData = {
  tables: {
    payment_links: {
      ...{ of: { instalment_id: 'instalments' }, erased: 'rows' },
      unexported: { secret: 'token_hash created_at expires_at revoked_at' },
    },
    instalment_reminders: {
      of: { instalment_id: 'instalments' },
      unexported: { 'which mails were sent': 'pay_by stage sent_at' },
    },
    instalments: {
      ...{ ...ofOrder, as: 'parts', by: 'order_id number' },
      exported:
        'order_id number title amount due pay_by waived_at provider_order_id payment_id tax_rule tax_deducted tax_certificate created_at',
      names: { provider_order_id: 'providerOrder', payment_id: 'payment' },
      formats: { amount: toRupees, tax_deducted: toRupees },
      unexported: {
        'changes are exported': 'change_id',
        'when the app asked': 'checked_at opened_at',
      },
      kept: {
        'the agreed parts: accounts': 'title',
        accounts: 'provider_order_id payment_id tax_rule tax_certificate',
      },
    },
    payments: {
      ...{ ...ofOrder, within: { order_id: 'orders' }, as: 'payments' },
      by: 'captured_at id',
      exported: 'id amount currency method status captured_at',
      names: { status: 'standing' },
      formats: { amount: toRupees },
      unexported: {
        'refunds and disputes say it': 'refunded lost',
        'between the owner and the provider':
          'provider_order_id instalment_id fee fee_tax base_amount',
      },
      kept: { accounts: 'currency method provider_order_id' },
    },
    rejected_payments: {
      ...{ of: 'user_id', as: 'rejectedPayments', by: 'created_at', erased: 'rows' },
      exported: 'provider_order_id payment_id reason created_at order_id',
      names: { provider_order_id: 'providerOrder', payment_id: 'payment' },
    },
    refunds: {
      ...{ of: { payment_id: 'payments' }, as: 'refunds', by: 'created_at id' },
      exported: 'payment_id provider_id amount status reason created_at updated_at',
      names: { payment_id: 'payment', provider_id: 'providerRefund' },
      formats: { amount: toRupees },
      erased: { reason: '' },
    },
    compensations: {
      ...{ ...ofOrder, as: 'compensations', by: 'owed_at' },
      exported: 'order_id amount cause owed_at settled_at reference',
      formats: { amount: toRupees },
      erased: { reference: '' },
    },
    disputes: {
      ...{ ...ofOrder, as: 'disputes', by: 'created_at id' },
      exported:
        'order_id payment_id amount currency deducted status phase reason respond_by created_at summary',
      names: { payment_id: 'payment', deducted: 'taken', created_at: 'openedAt' },
      formats: { amount: toRupees, deducted: toRupees, reason: reasonText },
      unexported: {
        'how the owner answers':
          'prepared_at submitted_at reminded_days version updated_at checked_at',
      },
      erased: { summary: '' },
      kept: { 'codes of the bank': 'phase reason currency' },
    },
    order_changes: {
      ...{ ...ofOrder, as: 'changes', by: 'proposed_at id' },
      exported:
        'order_id number proposed_by description amount extra_days status proposed_at decided_at',
      formats: { amount: toRupees },
      unexported: { 'revisions are exported': 'revision_id' },
      erased: { description: 'What should change left with its account.' },
    },
  },
  listOpenOrders,
};

async function listOpenOrders(db: Db, user: User, now: Date): Promise<OpenOrder[]> {
  const open: OpenOrder[] = [];
  for (const order of await listOpenOrdersOf(db, user.id)) {
    const cancellation = await toCancellationDto(db, order, now);
    if (!cancellation) continue;
    const { mayCancel, refund, currency, sentence, refundDays } = cancellation;
    const [item] = JSON.parse(order.items) as OrderItemDto[];
    open.push({
      ...{ _id: order.id, title: item?.title ?? '', orderStatus: order.shown_status },
      cancellation: { mayCancel, refund, currency, sentence, refundDays },
    });
  }
  return open;
}
