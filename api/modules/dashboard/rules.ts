/** The kinds of the ledger's entries; those of one moment are listed in this order. */
export const LEDGER_KINDS = [
  ...(['payment', 'fee', 'receipt', 'refund', 'dispute', 'document'] as const),
] as const;
export type LedgerKind = (typeof LEDGER_KINDS)[number];

export const UNKNOWN_BACKUP = 'There is no such backup.';
export const BACKUP_FAILED = 'The backup could not be made or was not whole. Is the disk full?';
/** More than these are dropped, oldest first. */
export const MAX_BACKUPS = 5;
