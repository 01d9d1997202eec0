const METHODS: Record<string, string> = { upi: 'UPI', netbanking: 'net banking' };
/** A payment method within a sentence: 'Paid by UPI'. */
export const methodName = (method: string): string => METHODS[method] ?? method;

export const UNKNOWN_INSTALMENT = 'There is no such part.';
export const INSTALMENT_CLOSED = 'This part is paid or waived already.';
export const LAST_INSTALMENT = 'Nothing would be left to pay. Reject or refund the order instead.';
export const INSTALMENT_WAIVED = 'Waived. The buyer is notified.';
export const INSTALMENT_MOVED = 'Moved. The buyer is notified.';
export const DATE_PAST = 'Please choose a day that is still to come.';
export const DAY_NEEDED = 'Please choose a day.';

export const PROVIDER_UNREACHABLE =
  'The payment service does not answer. You have not been charged for this attempt; please try again.';
/** The provider has answered that it does not take this payment. `canSplit`: it could be paid in two parts. */
export const paymentRefused = (canSplit: boolean): string =>
  `The payment service does not take this payment. You have not been charged, and trying again does not help. ${
    canSplit ? 'Pay in two parts, or write to the seller.' : 'Please write to the seller.'
  }`;
export const NOT_OPENED =
  'This could not be saved just now. You have not been charged for this attempt; please try again.';
export const VERIFICATION_FAILED = 'Payment verification failed';
export const STILL_CONFIRMING =
  'Your bank is still confirming the payment. Please do not pay again: the order appears as soon as it does.';
/** The payment was captured, but cannot be stored at the moment. */
export const PAYMENT_ARRIVED =
  'Your payment arrived; we are recording it. Please do not pay again: your order shows it within five minutes.';
/** Also refuses a second attempt meanwhile. */
export const PAYMENT_UNDER_WAY =
  'Your bank has not decided yet; we keep looking. Please do not pay again: this page shows the result.';
/** Another checkout of the same gig. */
export const OTHER_WAY_UNDER_WAY =
  'Your earlier payment for this service is still at your bank. Please approve or decline it there before you pay in another way: this page shows the result.';
export const OTHER_WAY_PAID =
  'Your earlier payment for this service has arrived, so nothing more was charged. You find it in your orders.';
export const PAID_MEANWHILE = 'Your payment has arrived, so there is nothing to pay twice.';
export const PAYMENT_SUCCESSFUL = 'Payment Successful!';
export const FIRST_MILESTONE_PAID = 'First milestone paid. Please complete the full payment later.';
export const TEST_PAYMENTS = 'Test payments: no real money moves.';
export const ASK_FIRST =
  'Ask the studio first. You have cancelled two paid orders within thirty days, so a new one needs its word.';
export const OTHER_KEYS =
  'This order began before the shop changed between test and real payments. Please order again.';
export const DEDUCTION_CHANGED =
  'The tax to deduct has changed, here or in another tab. Please check it and pay again.';
export const NOTHING_LEFT = 'Nothing left to pay.';
/** For a payment link: the owner has moved the dates since it was created. */
export const OTHER_PART_FIRST =
  'Another part of this order is to be paid first. Ask for a link for that one.';
export const UNKNOWN_LINK =
  'This payment link is not valid: it is incomplete, or a newer one has replaced it. Ask for the newest link.';
export const LINK_REVOKED = 'This payment link was withdrawn. Ask for a new one.';
export const LINK_EXPIRED = 'This payment link has expired. Ask for a new one.';
export const LINK_TOO_LONG = 'This is not a payment link: it is too long.';
export const LINK_CALLED_OFTEN =
  'Payment links were opened very often from here. Please wait a quarter of an hour.';
export const LINK_CREATED_OFTEN =
  'You created many links. The newest one works; you can create another in an hour.';
export const LINK_WITHDRAWN = 'The link no longer works.';
/** An accepted quote whose time to pay is over, while payments made in time are not known yet. */
export const OFFER_OVER =
  'The time to pay this offer is over. If you have paid, your payment appears here within minutes. Otherwise ask for a new quote in the conversation.';
/** An accepted quote whose first part was not paid in time. */
export const OFFER_LAPSED =
  'This offer has lapsed: it was not paid in time, and nothing was charged. Ask for a new quote in the conversation.';
/** The address of a payment's result is shown for half an hour. */
export const RESULT_EXPIRED =
  'This page showed the result of a payment for half an hour. Your orders show it at any time.';
export const ORDER_ID_NEEDED = 'Order id should be correct!';
export const CANCELLED = 'Payment cancelled';
export const CLOSED_TOO_SOON =
  'If your bank has taken the money all the same, this page says so within two minutes.';
export const STILL_CHECKING =
  'We are checking whether your payment went through. Please do not pay again: your order shows it within five minutes.';
/** Shown after VERIFICATION_FAILED: an invalid result does not show whether the bank charged. */
export const IF_TAKEN =
  'If your bank has taken the money, please do not pay again: it appears on your order or you get it back.';
export const PAYMENT_FAILED = 'Payment Failed';
export const PROVIDER_LOADING = 'Payment gateway is loading...';
export const PROVIDER_NOT_LOADED = 'Failed to load payment gateway';
export const FIRST_INSTALMENT_OPEN =
  'The first payment of this order is still open. Please pay it first.';
export const TOO_MANY_OPEN =
  'You have many unpaid checkouts open. Please pay one of them, or try again in an hour.';
/** The payment was captured, but nothing was due. */
export const PAYMENT_OVERPAID =
  'Your payment has arrived, but nothing was due any more. You get the money back.';
/** The beginning of a sentence with both amounts. */
export const OTHER_AMOUNT = 'Your bank confirmed another amount';
export const saysOtherAmount = (message: string): boolean => message.startsWith(OTHER_AMOUNT);
export const PAID_DECLINED =
  'Your payment has arrived, but the order was declined. You get the money back.';
export const PROVIDER_CHECKED = 'Checked with Razorpay: this is up to date.';
export const PROVIDER_ASKED = 'Razorpay was asked a moment ago. Please wait half a minute.';
export const PROVIDER_ASKED_OFTEN =
  'You have checked several times. We keep checking as well; please look again in an hour.';
export const PROVIDER_REFUSES =
  'Razorpay refuses to say how this order stands. Please write to the seller, who knows of it.';
/** For the owner. */
export const refusedWith = (words: string): string => `Razorpay refuses it: “${words}”`;
export const PROVIDER_SILENT = 'Razorpay does not answer just now. We keep trying.';
export const UNKNOWN_PAYMENT = 'There is no such payment.';
export const REFUND_TOO_SMALL = 'A refund is ₹1 or $1 or more.';
export const REFUND_TOO_MUCH = 'That is more than is left of this payment.';
export const REFUND_USED = 'This refund was asked for with another amount.';
export const REFUND_MADE = 'The refund is on its way.';
export const REFUND_WAITS =
  'The payment service has not taken the refund yet. It is stored and asked for again every minute.';
export const REFUND_SPEED_SAVED = 'Saved for the next refunds.';
export const REFUND_REFUSED = 'The payment service refused this refund.';

export const REFUSAL_SEEN = 'Done. It comes back when a payment is refused again.';

export const REFERENCE_NEEDED = 'Please enter the reference of the transfer.';
export const UNKNOWN_COMPENSATION = 'Nothing is owed on top for this order.';
export const COMPENSATION_SETTLED = 'This was already recorded as paid.';
export const COMPENSATION_RECORDED = 'Recorded. The buyer gets an e-mail with the reference.';

export const DOLLARS_ON = 'Saved. Give each package and extra a price in dollars, then publish.';
export const DOLLARS_OFF = 'Saved. Orders that were placed keep their currency.';
