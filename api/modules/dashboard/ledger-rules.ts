/** The kinds of ledger entries. Entries of the same time are listed in this order. */
export const LEDGER_KINDS = ['payment', 'fee', 'receipt', 'refund', 'dispute', 'document'] as const;
export type LedgerKind = (typeof LEDGER_KINDS)[number];
