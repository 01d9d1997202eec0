import type { Currency } from '../../../../db/schema/states.ts';
import { MIN_PAISE, priceOf } from '../../../platform/money/rules.ts';
import { readableDay } from '../../catalog/availability/calendar-rules.ts';

export const CODE_UNKNOWN = 'There is no such code.';
export const CODE_ENDED = 'This code has ended.';
export const CODE_USED_UP = 'This code is used up.';
export const CODE_USED_BEFORE = 'You have used this code before.';
export const CODE_OF_OTHER_GIG = 'This code is for another gig.';
export const CODE_USED = 'Your code is used. Please look at the price, then pay.';
export const ORDER_WITHOUT_CODE = 'Please order again without it.';
export const CODE_TRIED_OFTEN = 'Too many codes were tried. Please wait a while and try again.';
export const expiredMessage = (day: string): string =>
  `This code was valid until ${readableDay(day)}.`;
export const otherCurrencyMessage = (currency: Currency): string =>
  `This code is for prices in ${currency === 'INR' ? 'rupees' : 'dollars'}.`;
/** For the owner: payments that were under way are kept at the price that was shown. */
export const overdrawnMessage = (code: string, used: number, most: number): string =>
  `The code ${code} is now used ${used} times, of ${most}: this payment was under way when it was used up.`;

export const CODE_NEEDED = 'Please enter a code.';
export const CODE_SHAPE =
  'Please use four to thirty letters and digits; spaces, dots and hyphens may stand between.';
export const CODE_TAKEN = 'There is such a code already.';
export const CODE_WORTH = 'Please enter a percentage, or an amount and its currency.';
export const CODE_PERCENT = 'Please enter a whole number from 1 to 100.';
export const CODE_NUMBER = 'Please enter a whole number.';
export const CODE_DAY = 'Please choose a day from today on.';
export const CODE_MADE = 'The code can be used now.';
export const CODE_ENABLED = 'The code can be used again.';
export const CODE_DISABLED = 'The code has ended. What was paid with it stays as it is.';

/** What a code is worth: a share of the price, or an amount in paise or cents. */
interface Worth {
  code: string;
  percent: number | null;
  amount: number | null;
}

/** What a code takes off a price, so that at least ₹1, or $1, is left to pay. */
const discountOn = (price: number, { percent, amount }: Omit<Worth, 'code'>): number => {
  const wanted = percent === null ? (amount ?? 0) : Math.round((price * percent) / 100);
  return Math.max(0, Math.min(wanted, price - MIN_PAISE));
};

/** The discount as a line beside the extras of an order, in the unit of a price in paise. */
export const discountLine = (price: number, discount: Worth & { _id: string }) => ({
  id: discount._id,
  name: `Code ${discount.code}${discount.percent === null ? '' : `, ${discount.percent} % off`}`,
  price: -discountOn(price, discount),
  quantity: 1,
});

/** What a code is worth, in a few words. */
export const describeWorth = ({
  percent,
  amount,
  currency,
}: Omit<Worth, 'code'> & { currency: Currency | null }): string =>
  percent === null ? `${priceOf(amount ?? 0, currency ?? 'INR')} off` : `${percent} % off`;
