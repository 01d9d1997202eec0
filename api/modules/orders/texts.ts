import { priceOf } from '../../platform/money/rules.ts';
import { type Dates, describeDates } from '../catalog/availability/calendar-rules.ts';

export const PRICE_CHANGED = 'The price has changed. Please review your order.';
export const FILL_ALL = 'Please fill all the details';
export const COMPANY_NEEDED = 'Please enter the name of the company.';
export const TAN_WRONG =
  'This is not a TAN: four letters, five digits and a letter, like PNEA12345B.';
export const SEZ_GSTIN_NEEDED = 'A special economic zone needs the GSTIN of its unit.';
export const BILLING_SAVED = 'Your billing details are saved for your next order.';
export const GIG_GONE = 'This gig is no longer offered.';
export const NO_FREE_DATES = 'The seller has no free dates at the moment. Please ask in a message.';
export const DATES_NOT_LOADED =
  'The delivery date could not be loaded, so you cannot pay yet. Nothing was charged.';
const DATES_CHANGED = 'The dates have changed meanwhile';
export const datesChangedMessage = (dates: Dates): string =>
  `${DATES_CHANGED}: the work ${describeDates(dates)}. Please look at them and continue.`;
/** For a buyer whose dates were gone when the payment arrived. */
export const datesMovedMessage = (dates: Dates): string =>
  `The dates that you saw were no longer free: the work ${describeDates(dates)}. Until it starts you can cancel on the page of the order and get everything back.`;
export const haveDatesChanged = (message: string): boolean => message.startsWith(DATES_CHANGED);
export const PLAN_GONE = 'This package is no longer offered. Please choose again.';
export const EXTRA_GONE = 'One of the extras is no longer offered. Please choose again.';
export const NO_SPLIT = 'Orders under ₹2 or $2 are paid in full.';
export const INDIA_PAYS_RUPEES =
  'Buyers in India pay in rupees. Please choose a price in rupees, or ask for one.';
export const UNKNOWN_COUNTRY = 'Please choose the country from the list, or prices in rupees.';
/** After the checkout has changed to them. */
export const NOW_RUPEES = 'Buyers in India pay in rupees. Please look at the prices and continue.';
export const OTHER_CART = 'This checkout was used for another order. Please start again.';
export const transferWay = (currency: string): string =>
  currency === 'INR' ? 'by bank or UPI' : 'by bank transfer';

/** To the buyer, whom the provider cannot pay more than they have paid. */
export const owedOnTopMessage = (amount: number, currency: string): string =>
  `You get ${priceOf(amount, currency)} on top of your refund, as agreed. The seller pays it ${transferWay(currency)}: send ${currency === 'INR' ? 'your UPI ID or account' : 'your bank account'} in the conversation of the order.`;

export const UNKNOWN_ORDER = 'There is no such order.';

export const CHECKOUT_STEPS = ['Order & Details', 'Confirm & Pay', 'Submit Requirements'] as const;
export const REQUIREMENTS_EMPTY = 'Please say what you need.';
export const ANSWER_NEEDED = 'Please answer this question.';
export const ANSWER_TOO_LONG = 'Please keep it under 2,000 characters.';
export const REQUIREMENTS_TOO_LONG = 'Please keep it under 4,000 characters.';
export const LINK_NOT_HTTPS = 'A link starts with https://.';
export const TOO_MANY_LINKS = 'Five links are the most.';
export const REQUIREMENTS_SAVED = 'Your requirements are saved.';
export const REQUIREMENTS_CLOSED = 'This order takes no requirements now.';

export const ORDER_CANCELLED = 'This order was cancelled. There is nothing to pay.';

export const ORDER_REJECTED = 'This order was declined. There is nothing to pay.';

export const ORDER_REFUNDED = 'This order was refunded. There is nothing to pay.';

export const TRANSITION_NOT_ALLOWED = 'The order cannot take this step any more. Load it again.';
export const NOT_PAID = 'Nothing is paid for this order yet.';
export const FULLY_REFUNDED =
  'Everything that was paid for this order was given back. It is closed.';
export const REASON_NEEDED = 'Please tell the buyer why.';
export const FILES_CLOSED =
  'The files open with a payment. Accept the delivery once you have them.';
export const HAND_OVER_TERMS =
  'Files open when the part due on delivery is paid; until then you see previews. If it is unpaid 14 days after them, the seller may close the order: what is paid stays paid, nothing more is due, and the files stay closed.';
export const HAND_OVER_CHANGED =
  'When the files of this package open has changed. Please read your order again.';
