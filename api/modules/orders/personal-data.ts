import type { Db } from '../../../db/database.ts';
import type { User } from '../../../db/schema.ts';
import { toRupees } from '../../platform/money/rules.ts';
import { type PersonalData, parsed, type RetainedOrder } from '../../platform/personal-data.ts';
import { FORMER_CLIENT } from '../accounts/texts.ts';
import { toItemDtos } from './dto.ts';
import { orderNumber } from './order-number-rules.ts';
import { lockOrdersOf } from './queries.ts';

const ofOrder = { of: { order_id: 'orders' } } as const;

/** Orders and the dates of revisions are accounting records: their texts go, the rows stay. */
export const personalData: PersonalData = {
  tables: {
    orders: {
      ...{ of: 'buyer_id', isOfClient: true, as: 'orders', by: 'created_at id' },
      exported:
        'id shown_status payment_type currency total paid refunded lost tax_deducted items address buyer_name buyer_email max_revisions used_revisions delivery_days delivery_date delivered_at previewed_at files_opened_at starts_on ends_on free_until paid_at cancelled_at created_at',
      names: { shown_status: 'status' },
      formats: {
        ...{ total: toRupees, paid: toRupees, refunded: toRupees, lost: toRupees },
        ...{ tax_deducted: toRupees, address: parsed },
        items: (items: string) => toItemDtos({ items }),
      },
      unexported: {
        'what is exported says it':
          'status balance files_closed promised failed_at updated_at discount_code_id',
        'how the owner keeps books': 'is_export is_test',
        'how the app keeps dates free and repeats nothing': 'held_until checkout_id',
        'what the seller has pressed and not done': 'act act_at act_due act_body',
        'an order without extras: each extra is an object': 'items[].extraFeatures[]',
      },
      erased: {
        ...{ buyer_name: FORMER_CLIENT, buyer_email: '', address: '{}' },
        ...{ act: null, act_at: null, act_due: null, act_body: null },
      },
      kept: { 'what was sold: accounts': 'items' },
    },
    agreements: {
      ...{ ...ofOrder, as: 'agreements', by: 'accepted_at' },
      exported: 'order_id json texts sha256 accepted_at',
      names: { json: 'terms' },
      formats: { json: parsed, texts: parsed },
      unexported: { 'the person': 'accepted_by' },
      kept: { 'cannot be changed, and names the buyer by id only': 'json texts sha256' },
    },
    order_events: {
      ...{ ...ofOrder, as: 'timeline', by: 'order_id seq' },
      exported: 'order_id kind data at',
      formats: { data: parsed },
      unexported: { 'says nothing that kind and data do not say': 'key seq' },
      erased: { data: withoutReason },
      kept: {
        'names of events': 'key kind',
        'names of parts and states':
          'data.of data.name data.status data.effect data.by data.currency',
      },
    },
    order_pauses: {
      ...{ ...ofOrder, as: 'waits', by: 'started_at' },
      exported: 'order_id reason started_at ended_at days counted_to',
      names: { started_at: 'from', ended_at: 'to' },
      erased: { reason: '' },
    },
    order_requirements: {
      ...{ ...ofOrder, as: 'requirements', by: 'created_at', erased: 'rows' },
      exported: 'order_id text links answers created_at updated_at',
    },
    revisions: {
      ...{ ...ofOrder, as: 'revisions', by: 'requested_at' },
      exported: 'order_id number description status requested_at decided_at completed_at',
      erased: { description: 'This request left with its account.' },
    },
  },
  lock: (tx, { id }) => lockOrdersOf(tx, id),
  listRetainedOrders,
  listOrderIds,
};

async function listRetainedOrders(db: Db, user: User): Promise<RetainedOrder[]> {
  const rows = await db
    .selectFrom('orders')
    .select(['id', 'paid'])
    .where('buyer_id', '=', user.id)
    .execute();
  return rows.map(({ id, paid }) => ({ reference: orderNumber(id), isPaid: paid > 0 }));
}

async function listOrderIds(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where('buyer_id', '=', userId)
    .where((eb) => eb.or([eb('paid', '>', 0), eb('failed_at', 'is not', null)]))
    .orderBy('created_at', 'desc')
    .execute();
  return rows.map(({ id }) => id);
}

/** The text with which an order was declined, or with which one side waits for the other. */
function withoutReason(json: string): string {
  const { reason: _, ...data } = JSON.parse(json) as { reason?: string };
  return JSON.stringify(data);
}
