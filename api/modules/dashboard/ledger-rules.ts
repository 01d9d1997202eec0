/** The kinds of the ledger's entries; those of one moment are listed in this order. */
export const LEDGER_KINDS = ['payment', 'fee', 'receipt', 'refund', 'dispute', 'document'] as const;
export type LedgerKind = (typeof LEDGER_KINDS)[number];
