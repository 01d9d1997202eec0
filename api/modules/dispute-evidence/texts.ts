export const EVIDENCE_PREPARED =
  'The evidence is ready. Read it, edit the summary, then submit it to the bank.';
export const EVIDENCE_WAITS =
  'The payment service does not answer. The evidence is stored; please try again.';
export const evidenceRefused = (words: string): string =>
  `The payment service refuses it: “${words}”`;
export const EVIDENCE_SUBMITTED = 'The bank has your answer.';
export const EVIDENCE_MISSING = 'Prepare the evidence first.';
export const SUMMARY_NEEDED = 'Please say in a few sentences why the payment is right.';
export const SUMMARY_SAVED = 'The summary is saved.';
export const DISPUTE_ACCEPTED =
  'You have accepted the dispute. The bank returns the money to the buyer.';
export const NOT_ANSWERABLE = 'The bank takes no answer to this dispute now. Load the order again.';
export const DEADLINE_PASSED = 'The deadline of the bank has passed.';
export const UNKNOWN_DOCUMENT = 'There is no such document.';
export const NO_ORDER = 'This payment belongs to no order, so there is no evidence to prepare.';
