import { z } from 'zod';
import type { Db } from '../../../db/database.ts';
import type { Order } from '../../../db/schema.ts';
import { iso } from '../../platform/clock.ts';
import { dayIn } from '../../platform/dates.ts';
import type { Subscriber } from '../../platform/events.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { toPaise, toRupees } from '../../platform/money/rules.ts';
import type { Services } from '../../platform/services.ts';
import { isDeductor } from '../orders/dto.ts';
import { plainGstin } from '../orders/gst-rules.ts';
import { reasonNothingDue } from '../orders/rules.ts';
import { takesDeductions } from '../orders/seller.ts';
import type { ChosenDeduction } from '../payments/events.ts';
import { nextInstalment } from '../payments/instalment-rules.ts';
import { listInstalments } from '../payments/queries.ts';
import { storeDeduction } from '../payments/tax-deductions.ts';
import { DEDUCTION_CHANGED } from '../payments/texts.ts';
import { type Deduction, readSupply } from './document-data.ts';
import { deductionRules, taxToDeduct } from './tax-rules.ts';
import { NOT_DEDUCTIBLE } from './texts.ts';

/** An amount that is not placed as an order yet, in rupees, with whom it is for. */
export const deductibleBody = z.object({
  amount: z.number().nonnegative().max(1e9),
  companyName: z.string().max(120).optional(),
  country: z.string().max(80),
  state: z.string().max(80),
  gstin: z.string().max(60).transform(plainGstin).optional(),
  tan: z.string().max(60).optional(),
  isInSez: z.boolean().optional(),
});

/** What a buyer may deduct from an amount in paise, by rule: nothing unless the owner takes it, and a company in India pays. */
export async function listDeductions(
  db: Db,
  services: Pick<Services, 'config'>,
  { amount, at, ...order }: Deductible & { at: string },
) {
  if (!isDeductor(order) || order.currency !== 'INR' || !(await takesDeductions(db))) return [];
  const supply = await readSupply(db, services, order, at);
  const rules = deductionRules(dayIn(at, services.config.timeZone));
  return Object.entries(rules)
    .map(([rule, { percent, ...of }]) => ({
      ...{ rule, percent, ...of },
      ...taxToDeduct(amount, supply, percent),
    }))
    .filter(({ deducted }) => deducted > 0);
}

type Deductible = Pick<Order, 'address' | 'is_export' | 'currency'> & { amount: number };

export interface DeductionDto {
  rule: string;
  name: string;
  percent: number;
  section: string;
  /** Rupees: of what the percentage is deducted, how much that is, and what is left to pay. */
  base: number;
  deducted: number;
  toPay: number;
}

/** The same for a screen. */
export async function toDeductionDtos(
  db: Db,
  services: Services,
  order: Deductible,
): Promise<DeductionDto[]> {
  const at = iso(services.clock());
  return (await listDeductions(db, services, { ...order, at })).map(
    ({ base, deducted, ...rule }) => ({
      ...rule,
      ...{ base: toRupees(base), deducted: toRupees(deducted) },
      toPay: toRupees(order.amount - deducted),
    }),
  );
}

/** What the buyer may deduct from the part of an order that is due, and what was chosen when it was opened. */
export async function toDueDeductionsDto(db: Db, services: Services, order: Order) {
  const due = reasonNothingDue(order) ? null : nextInstalment(await listInstalments(db, order.id));
  if (!due) return { chosen: null, deductions: [] };
  const { amount, tax_rule: chosen } = due;
  return { chosen, deductions: await toDeductionDtos(db, services, { ...order, amount }) };
}

/** Stores what a company deducts. Throws 409 unless the rule is in the table and the amount is the one that was shown. */
export const deductTax: Subscriber<ChosenDeduction> = async (
  tx,
  services,
  { order, instalment: { id, amount }, choice, at },
) => {
  const { address, is_export, currency } = order;
  const list = await listDeductions(tx, services, { address, is_export, currency, amount, at });
  const found = list.find(({ rule }) => rule === choice.rule);
  if (!found) throw new ApiError(409, NOT_DEDUCTIBLE);
  if (found.deducted !== toPaise(choice.amount)) throw new ApiError(409, DEDUCTION_CHANGED);
  await storeDeduction(tx, id, found);
};

/** What was deducted from a paid instalment, as its receipt names it. */
export function deductionOn(
  part: { tax_rule: string | null; tax_deducted: number },
  day: string,
): Deduction | null {
  if (part.tax_rule === null || part.tax_deducted === 0) return null;
  const { percent = 0, section = '' } = deductionRules(day)[part.tax_rule] ?? {};
  return { amount: part.tax_deducted, percent, section };
}
