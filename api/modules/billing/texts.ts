import type { DocumentKind } from './document-number-rules.ts';

export const UNKNOWN_DOCUMENT = 'There is no such document.';

export const NOT_DEDUCTIBLE =
  'Only a company in India deducts tax here, under a rule of the list. Please choose again.';
export const CERTIFICATE_NEEDED = 'Please enter the number of the certificate.';
export const DEDUCTIONS_ON = 'Companies in India may deduct tax from now on.';
export const DEDUCTIONS_OFF = 'Everybody pays the whole price from now on.';
export const CERTIFICATE_SAVED = 'Saved.';
export const NOTHING_DEDUCTED = 'No tax was deducted from this part.';
export const COPIES_SAME = 'This is your own address: it gets every paper already.';
export const COPIES_FOR_COMPANIES =
  'Copies are for companies. Please enter yours in the billing details first.';
export const COPIES_CODE_SENT = 'Sent. Ask for the code in that mail.';
export const COPIES_BEGIN = 'Confirmed. Copies of new papers go there, too.';
export const COPIES_STOPPED = 'No more copies are sent.';
export const COPIES_LINK_OVER = 'This link is not complete. Please open the one in the mail again.';
export const COPIES_ASKED_OFTEN = 'You have tried this several times. Please wait an hour.';
export const SELLER_SAVED = 'Saved. Papers from now on say this.';
export const SELLER_GSTIN_WRONG =
  'This is not the GST number of a business: 15 characters, the last a check digit.';
export const SELLER_STATE_UNKNOWN = 'Please choose the state from the list.';
export const SELLER_STATE_NEEDED = 'Please choose the state whose code begins your GST number.';
export const SELLER_ADDRESS_NEEDED = 'Tax invoices need the registered address.';
export const SAC_WRONG = 'A SAC is four to six digits and begins with 99, such as 998314.';
/** The environment decides this detail. */
export const setOnServer = (variable: string): string =>
  `The server sets this with ${variable}, which comes first.`;

const NAMED_ORDERS = 10;

export function vouchersUnderOther(gstin: string, orders: string[]): string {
  const named = orders.slice(0, NAMED_ORDERS).map((order) => `#${order}`);
  const more = orders.length - named.length;
  const list = [...named, ...(more > 0 ? [`${more} more`] : [])]
    .join(', ')
    .replace(/, ([^,]*)$/, ' and $1');
  return `Receipt vouchers of ${list} carry ${gstin}. Their invoices must carry the same number: finish or refund ${orders.length === 1 ? 'this order' : 'these orders'} first.`;
}

export const LUT_NEEDED = 'Please enter the number of the letter of undertaking.';
export const LUT_YEAR = 'Please choose a financial year.';
export const LUT_SAVED = 'Saved. Papers from now on use it.';
export const EXPORT_DECIDED = 'Saved. The next papers of this order use it.';
export const RESTORE_SEEN = 'Done. Your accountant finds the numbers under Tax.';
export const ALREADY_INVOICED =
  'The invoice was issued and cannot change. Your accountant corrects it in the return.';
export const NOTHING_TO_DECIDE = 'This order is taxed in India, whatever the payment.';

export const NO_SUCH_INVOICE = 'There is no such invoice to a buyer abroad.';
export const REMITTANCE_NEEDED = 'Please enter it as on the bank’s advice.';
export const PURPOSE_NEEDED = 'A purpose code is P and four digits, such as P0802.';
export const MONTH_NEEDED = 'Please choose a month.';
export const DECLARATION_SAVED = 'Saved.';

const TITLES: Record<DocumentKind, { withGst: string; plain: string }> = {
  receipt: { withGst: 'Receipt voucher', plain: 'Receipt' },
  invoice: { withGst: 'Tax invoice', plain: 'Invoice' },
  refund: { withGst: 'Refund voucher', plain: 'Refund note' },
  credit: { withGst: 'Credit note', plain: 'Credit note' },
};

const REVERSALS: Partial<typeof TITLES> = {
  refund: { withGst: 'Reversal of a refund voucher', plain: 'Reversal of a refund note' },
  credit: { withGst: 'Debit note', plain: 'Debit note' },
};

/** The title of a document. An unregistered seller does not issue tax documents. */
export const documentTitle = (
  kind: DocumentKind,
  { gstin }: { gstin: string | null },
  isReversal = false,
): string => ((isReversal && REVERSALS[kind]) || TITLES[kind])[gstin ? 'withGst' : 'plain'];
