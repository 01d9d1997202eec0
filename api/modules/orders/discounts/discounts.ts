import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../../../db/database.ts';
import { lockName } from '../../../../db/engine.ts';
import { insertsRow, updatesRow } from '../../../../db/query-results.ts';
import { CURRENCIES } from '../../../../db/schema/states.ts';
import type { DiscountCode, Order } from '../../../../db/schema.ts';
import { type Tx, transaction } from '../../../../db/transaction.ts';
import { HOUR, iso } from '../../../platform/clock.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { atMost, codeText } from '../../../platform/http/text-schema.ts';
import { newId } from '../../../platform/ids.ts';
import { toPaise, toRupees } from '../../../platform/money/rules.ts';
import type { Limit } from '../../../platform/rate-limiting/rate-limiter.ts';
import type { Services } from '../../../platform/services.ts';
import { todayOf } from '../../catalog/availability/availability.ts';
import {
  CODE_DAY,
  CODE_ENDED,
  CODE_NEEDED,
  CODE_NUMBER,
  CODE_OF_OTHER_GIG,
  CODE_PERCENT,
  CODE_SHAPE,
  CODE_TAKEN,
  CODE_TRIED_OFTEN,
  CODE_UNKNOWN,
  CODE_USED_BEFORE,
  CODE_USED_UP,
  CODE_WORTH,
  describeWorth,
  expiredMessage,
  otherCurrencyMessage,
  overdrawnMessage,
} from './rules.ts';

const code = codeText(CODE_NEEDED, 30)
  // Capitals of some scripts are written as several characters.
  .transform((typed) => typed.toUpperCase().normalize('NFKC').replace(/\s+/g, ' '))
  .pipe(
    z
      .string()
      .max(...atMost(30, CODE_SHAPE))
      .regex(/^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._-]{3,}$/u, CODE_SHAPE),
  );

const currency = z.enum(CURRENCIES);
const gigId = z.string().max(64);

/** What a buyer asks before the order: the answer names the discount with which the cart is then placed. */
export const checkBody = z.object({ code, gigId, currency: currency.default('INR') });

type Bought = Pick<z.output<typeof checkBody>, 'gigId' | 'currency'>;

export const discountBody = z
  .object({
    code,
    gigId: gigId.nullable().default(null),
    percent: z.int(CODE_PERCENT).min(1, CODE_PERCENT).max(100, CODE_PERCENT).nullable(),
    amount: z.number(CODE_WORTH).min(0.01, CODE_WORTH).max(1e9, CODE_WORTH).nullable(),
    currency: currency.nullable().default(null),
    lastDay: z.iso.date(CODE_DAY).nullable().default(null),
    maxUses: z.int(CODE_NUMBER).min(1, CODE_NUMBER).max(1e6, CODE_NUMBER).nullable().default(null),
    oncePerBuyer: z.boolean().default(false),
  })
  .refine(({ percent, amount }) => (percent === null) !== (amount === null), {
    ...{ message: CODE_WORTH, path: ['percent'] },
  })
  .refine(({ amount, currency }) => (amount === null) === (currency === null), {
    ...{ message: CODE_WORTH, path: ['currency'] },
  });

/** For all codes that a person tries, and for all that are tried from one network. Only wrong ones count. */
const TRIED: Limit = { name: 'discount codes', most: 10, per: HOUR, text: CODE_TRIED_OFTEN };
const TRIED_FROM: Limit = { ...TRIED, name: 'discount codes from', most: 50, ofAddress: true };

/** The code for this gig and currency. Throws if it is unknown, or is for something else. */
export async function requireDiscount(
  db: Db,
  [column, value]: ['id' | 'code', string],
  bought: Bought,
): Promise<DiscountCode> {
  const found = await db
    .selectFrom('discount_codes')
    .selectAll()
    .where(column, '=', value)
    .executeTakeFirst();
  const reason = found ? reasonForCart(found, bought) : CODE_UNKNOWN;
  if (!found || reason) throw refused(reason ?? CODE_UNKNOWN);
  return found;
}

const refused = (reason: string) => new ApiError(409, reason, { field: 'code' });

const reasonForCart = (discount: DiscountCode, bought: Bought): string | null => {
  if (discount.gig_id !== null && discount.gig_id !== bought.gigId) return CODE_OF_OTHER_GIG;
  return discount.currency === null || discount.currency === bought.currency
    ? null
    : otherCurrencyMessage(discount.currency);
};

/** What a discount takes off, for the buyer's cart; an amount is in rupees, or dollars. */
const toDiscountDto = ({ id, code, percent, amount }: DiscountCode) => ({
  ...{ _id: id, code, percent },
  amount: amount === null ? null : toRupees(amount),
});
export type DiscountDto = ReturnType<typeof toDiscountDto>;

/** Looks a typed code up for a buyer, as often as the limits of wrong ones allow. */
export async function checkCode(
  services: Services,
  who: { buyerId: string; address: string },
  { code, ...bought }: z.output<typeof checkBody>,
): Promise<DiscountDto> {
  const { limits, store } = services;
  await limits.take(TRIED, who.buyerId);
  await limits.take(TRIED_FROM, who.address);
  const found = await requireDiscount(store.db, ['code', code], bought);
  const reason = await reasonAgainst(store.db, services, found, who.buyerId);
  await limits.refund(TRIED, who.buyerId);
  await limits.refund(TRIED_FROM, who.address);
  if (reason) throw refused(reason);
  return toDiscountDto(found);
}

/** The orders that have used a code: something is kept of what was paid. Test keys and real ones do not count for each other. */
const usesOf = (db: Db, { provider }: KeysOf, id: string) =>
  db
    .selectFrom('orders')
    .where('discount_code_id', '=', id)
    .where('balance', '>', 0)
    .where('is_test', '=', provider.isTest ? 1 : 0);

interface KeysOf {
  provider: { isTest: boolean };
}
type Now = Pick<Services, 'clock' | 'config'> & KeysOf;

/** Why this buyer cannot use a code now; null if they can. */
async function reasonAgainst(
  db: Db,
  services: Now,
  { id, disabled_at, last_day, max_uses, once_per_buyer }: DiscountCode,
  buyerId: string,
): Promise<string | null> {
  if (disabled_at !== null) return CODE_ENDED;
  if (last_day !== null && last_day < todayOf(services)) return expiredMessage(last_day);
  const { used, own } = await usesOf(db, services, id)
    .select(({ fn }) => fn.countAll<number>().as('used'))
    .select(({ fn }) => fn.countAll<number>().filterWhere('buyer_id', '=', buyerId).as('own'))
    .executeTakeFirstOrThrow();
  if (once_per_buyer === 1 && own > 0) return CODE_USED_BEFORE;
  return max_uses !== null && used >= max_uses ? CODE_USED_UP : null;
}

/**
 * Throws 409 if the code of an unpaid order can no longer be used. Asked each time its payment is opened, because an unpaid
 * order takes no use: what is captured at the price that was shown is kept.
 */
export async function requireUsable(
  db: Db,
  services: Now,
  { buyer_id, discount_code_id }: Pick<Order, 'buyer_id' | 'discount_code_id'>,
  next = '',
): Promise<void> {
  if (!discount_code_id) return;
  const reason = await reasonAgainst(
    db,
    services,
    await getDiscount(db, discount_code_id),
    buyer_id,
  );
  if (reason) throw refused(`${reason} ${next}`.trim());
}

const getDiscount = (db: Db, id: string) =>
  db.selectFrom('discount_codes').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** What the owner reads of a new order that uses its code more often than agreed; '' otherwise. */
export async function describeOverdraft(
  tx: Tx,
  services: KeysOf,
  { discount_code_id: id }: Pick<Order, 'discount_code_id'>,
): Promise<string> {
  if (!id) return '';
  // One at a time, so that of two orders paid at once the second sees the first.
  await lockName(tx, `discount code ${id}`);
  const { code, max_uses } = await getDiscount(tx, id);
  const { used } = await usesOf(tx, services, id)
    .select(({ fn }) => fn.countAll<number>().as('used'))
    .executeTakeFirstOrThrow();
  return max_uses !== null && used > max_uses ? overdrawnMessage(code, used, max_uses) : '';
}

/** What each code's orders brought: paid and not given back, in each currency. */
const listBrought = (db: Db) =>
  db
    .selectFrom('orders')
    .select(['discount_code_id', 'currency'])
    .select(({ fn }) => fn.countAll<number>().as('orders'))
    .select(sql<number>`cast(sum(paid - refunded) as bigint)`.as('amount'))
    .where('discount_code_id', 'is not', null)
    .where('balance', '>', 0)
    .groupBy(['discount_code_id', 'currency'])
    .orderBy('currency')
    .execute();

/** All codes for the owner, newest first, with how often each is used and what it brought. */
export async function listDiscounts(db: Db) {
  const brought = await listBrought(db);
  const rows = await db
    .selectFrom('discount_codes')
    .leftJoin('gigs', 'gigs.id', 'gig_id')
    .selectAll('discount_codes')
    .select('gigs.title as gig')
    .select((eb) =>
      eb
        .selectFrom('orders')
        .select(({ fn }) => fn.countAll<number>().as('used'))
        .whereRef('discount_code_id', '=', 'discount_codes.id')
        .where('balance', '>', 0)
        .as('used'),
    )
    .orderBy('discount_codes.id', 'desc')
    .execute();
  return rows.map((row) => ({
    ...toDiscountDto(row),
    currency: row.currency,
    worth: describeWorth(row),
    gigId: row.gig_id,
    gig: row.gig,
    lastDay: row.last_day,
    maxUses: row.max_uses,
    oncePerBuyer: row.once_per_buyer === 1,
    used: row.used ?? 0,
    /** In rupees, or dollars. */
    brought: brought
      .filter((each) => each.discount_code_id === row.id)
      .map(({ currency, orders, amount }) => ({ currency, orders, amount: toRupees(amount) })),
    disabledAt: row.disabled_at,
  }));
}

export type OwnerDiscount = Awaited<ReturnType<typeof listDiscounts>>[number];

/** Makes a code. Throws 409 if there is such a code already. */
export async function createDiscount(
  services: Services,
  { lastDay, amount, ...input }: z.output<typeof discountBody>,
): Promise<void> {
  if (lastDay !== null && lastDay < todayOf(services))
    throw new ApiError(400, CODE_DAY, { field: 'lastDay' });
  const row: DiscountCode = {
    id: newId(),
    code: input.code,
    gig_id: input.gigId,
    percent: input.percent,
    amount: amount === null ? null : toPaise(amount),
    currency: input.currency,
    last_day: lastDay,
    max_uses: input.maxUses,
    once_per_buyer: input.oncePerBuyer ? 1 : 0,
    disabled_at: null,
    created_at: iso(services.clock()),
  };
  await transaction(services, async (tx) => {
    const isNew = await insertsRow(
      tx
        .insertInto('discount_codes')
        .values(row)
        .onConflict((conflict) => conflict.column('code').doNothing()),
    );
    if (!isNew) throw new ApiError(409, CODE_TAKEN, { field: 'code' });
  });
}

/** Ends a code, or takes it up again. Throws 404 if there is none of which that can be said. */
export async function endDiscount(services: Services, id: string, isEnd: boolean): Promise<void> {
  await transaction(services, async (tx) => {
    const isChanged = await updatesRow(
      tx
        .updateTable('discount_codes')
        .set({ disabled_at: isEnd ? iso(services.clock()) : null })
        .where('id', '=', id)
        .where('disabled_at', isEnd ? 'is' : 'is not', null),
    );
    if (!isChanged) throw new ApiError(404, CODE_UNKNOWN);
  });
}
