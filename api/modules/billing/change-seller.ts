import { z } from 'zod';
import type { Db } from '../../../db/database.ts';
import { transaction } from '../../../db/transaction.ts';
import type { Config } from '../../config.ts';
import { changesBetween } from '../../platform/audit/audit-log.ts';
import { emit } from '../../platform/events.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { codeText, optionalLine } from '../../platform/http/text-schema.ts';
import { replaceDocument, version } from '../../platform/saving/versions.ts';
import type { Services } from '../../platform/services.ts';
import { tellOwner } from '../accounts/owner.ts';
import { sellerChanged } from '../orders/events.ts';
import { isGstin, stateCode } from '../orders/gst-rules.ts';
import { orderNumber } from '../orders/order-number-rules.ts';
import { countsIn, type KeyKind } from '../orders/queries.ts';
import { OPEN_STATUSES } from '../orders/rules.ts';
import { gstinText } from '../orders/schema.ts';
import {
  readSavedSeller,
  readSeller,
  SELLER_KEY,
  SELLER_VARIABLES,
  type Seller,
} from '../orders/seller.ts';
import { isRefundDue } from '../payments/admin-queries.ts';
import type { DocumentData } from './document-data.ts';
import {
  SAC_WRONG,
  SELLER_ADDRESS_NEEDED,
  SELLER_GSTIN_WRONG,
  SELLER_STATE_NEEDED,
  SELLER_STATE_UNKNOWN,
  setOnServer,
  vouchersUnderOther,
} from './texts.ts';

export const sellerBody = z.object({
  name: optionalLine(120).exactOptional(),
  address: optionalLine(300).exactOptional(),
  state: optionalLine(80).exactOptional(),
  gstin: gstinText.transform((typed) => typed || null).exactOptional(),
  sac: codeText(SAC_WRONG, 6)
    .pipe(z.string().regex(/^99\d{2,4}$/, SAC_WRONG))
    .exactOptional(),
  version,
});

/** In the order in which the form shows them. */
const NAMES: Record<keyof Seller, string> = {
  gstin: 'GST number',
  sac: 'SAC',
  name: 'Name',
  address: 'Address',
  state: 'State',
};
const FIELDS = Object.keys(NAMES) as (keyof Seller)[];

/** The owner's form. `fixed` names the variable of each detail that the environment sets. */
export async function toSellerDto(db: Db, config: Config) {
  const [seller, { version: saved }] = [await readSeller(db, config), await readSavedSeller(db)];
  const fixed = FIELDS.filter((name) => config.sellerInEnv[name] !== undefined);
  return {
    ...seller,
    gstin: seller.gstin ?? '',
    version: saved,
    fixed: Object.fromEntries(fixed.map((name) => [name, SELLER_VARIABLES[name]])),
  };
}

/** Saves what the next papers say about the seller. What is issued stays as it is. */
export const changeSeller = (
  services: Services,
  { version: loaded, ...sent }: z.output<typeof sellerBody>,
) =>
  transaction(services, async (tx) => {
    const { config, provider, audit } = services;
    const before = await readSeller(tx, config);
    // Its lock is that of papers: none is begun under the old number meanwhile.
    await replaceDocument(
      tx,
      { key: SELLER_KEY, version: loaded, read: readSavedSeller },
      (saved) => {
        requirePrintable({ ...saved, ...sent, ...config.sellerInEnv }, config.sellerInEnv);
        return { ...saved, ...sent };
      },
    );
    requireSet(sent, config.sellerInEnv);
    const after = await readSeller(tx, config);
    if (after.gstin !== before.gstin) await requireNoOtherNumber(tx, provider, after.gstin);
    const changes = changesBetween(said(before), said(after));
    if (Object.keys(changes).length === 0) return;
    audit?.addChanges(changes);
    await tellOwner(tx, services, {
      kind: 'seller changed',
      subject: 'What your papers say about you was changed',
      paragraphs: [
        'From the next receipt and invoice on. Papers that you have issued stay as they are.',
      ],
      details: Object.entries(changes).map(([name, [old, now]]) => [
        name,
        `${old ?? 'none'} → ${now ?? 'none'}`,
      ]),
      ...{ label: 'Open Tax', path: '/desk/tax' },
    });
    await emit(tx, services, sellerChanged, {});
  });

/** By the names that people read. */
const said = (seller: Seller): Record<string, string | null> =>
  Object.fromEntries(FIELDS.map((name) => [NAMES[name], seller[name] || null]));

/** Throws 400 if a paper cannot say this. */
function requirePrintable({ gstin, state, address }: Seller, fixed: Partial<Seller>): void {
  const code = stateCode(state);
  if (state && code === null && fixed.state === undefined)
    throw new ApiError(400, SELLER_STATE_UNKNOWN, { field: 'state' });
  if (gstin === null) return;
  if (!isGstin(gstin)) throw new ApiError(400, SELLER_GSTIN_WRONG, { field: 'gstin' });
  if (code !== gstin.slice(0, 2))
    throw new ApiError(400, SELLER_STATE_NEEDED, {
      field: fixed.state === undefined ? 'state' : 'gstin',
    });
  if (!address) throw new ApiError(400, SELLER_ADDRESS_NEEDED, { field: 'address' });
}

/** Throws 400 if this changes what the environment sets. */
function requireSet(sent: Partial<Seller>, fixed: Partial<Seller>): void {
  const field = FIELDS.find(
    (name) => fixed[name] !== undefined && sent[name] !== undefined && sent[name] !== fixed[name],
  );
  if (field) throw new ApiError(400, setOnServer(SELLER_VARIABLES[field]), { field });
}

/** Throws 409 if the papers of an order began under another number and are not complete. */
async function requireNoOtherNumber(tx: Db, keys: KeyKind, gstin: string | null): Promise<void> {
  const begun = await listBegun(tx, keys);
  const others = begun.flatMap(({ id, data }) => {
    const its = (JSON.parse(data) as DocumentData).seller.gstin;
    return its && its !== gstin ? [{ order: orderNumber(id), its }] : [];
  });
  const [first] = others;
  if (!first) return;
  const orders = [...new Set(others.map(({ order }) => order))];
  throw new ApiError(409, vouchersUnderOther(first.its, orders), { field: 'gstin' });
}

/** The receipts of orders that get further papers: open ones, and those with a part or a refund to come. */
const listBegun = (db: Db, keys: KeyKind) =>
  db
    .selectFrom('receipts')
    .innerJoin('orders', 'orders.id', 'receipts.order_id')
    .select(['orders.id', 'receipts.data'])
    .where(countsIn('orders.id', keys))
    .where(({ eb, or, and, exists }) =>
      or([
        eb('orders.shown_status', 'in', OPEN_STATUSES),
        and([
          eb('orders.status', '=', 'Completed'),
          exists(
            eb
              .selectFrom('instalments')
              .select('instalments.id')
              .whereRef('instalments.order_id', '=', 'orders.id')
              .where('instalments.payment_id', 'is', null)
              .where('instalments.waived_at', 'is', null),
          ),
        ]),
        exists(
          eb
            .selectFrom('payments')
            .innerJoin('refunds', 'refunds.payment_id', 'payments.id')
            .select('refunds.id')
            .whereRef('payments.order_id', '=', 'orders.id')
            .where('refunds.status', 'in', ['asked', 'pending']),
        ),
        exists(
          eb
            .selectFrom('payments')
            .select('payments.id')
            .whereRef('payments.order_id', '=', 'orders.id')
            .where(isRefundDue),
        ),
      ]),
    )
    .orderBy('receipts.created_at')
    .orderBy('receipts.number')
    .execute();
