import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import type { DeductionDto } from '../../../api/modules/billing/deduct-tax.ts';
import { toPaise, toRupees } from '../../../api/platform/money/rules.ts';
import { api, readJson } from '../../lib/api.ts';
import { addressToSend } from './stored-address.ts';

/** What a company deducts from what it is about to pay: of a checkout or an order. */
interface ChosenDeduction {
  of: string;
  chosen: DeductionDto | null;
}

export const $deduction = atom<ChosenDeduction | null>(null);

/** As it is sent; null: nothing; undefined: the buyer has not touched the choice. */
export function deductionOf(of: string): { rule: string; amount: number } | null | undefined {
  const known = $deduction.get();
  if (known?.of !== of) return undefined;
  return known.chosen && { rule: known.chosen.rule, amount: known.chosen.deducted };
}

/** The amount to pay in rupees, after what is chosen on this page, or what was chosen when the part was opened. */
export function useAmountToPay(of: string, { due, deducted }: { due: number; deducted: number }) {
  const known = useStore($deduction);
  if (known?.of !== of) return due;
  return toRupees(toPaise(due) + toPaise(deducted) - toPaise(known.chosen?.deducted ?? 0));
}

type Deductions = { chosen: string | null; deductions: DeductionDto[] };
const calls = api.gig.order;

/** What the company at this checkout may deduct from an amount in rupees. */
export async function deductionsOf(amount: number): Promise<Deductions> {
  const { companyName, country, state, gstin, tan, isInSez } = addressToSend();
  const json = { amount, companyName, country, state, gstin, tan, isInSez };
  return { chosen: null, ...(await readJson(calls.deductions.$post({ json }))) };
}

/** The same of the part of an order that is due. */
export const deductionsOfOrder = (orderId: string): Promise<Deductions> =>
  readJson(calls[':orderId'].deductions.$get({ param: { orderId } }));
