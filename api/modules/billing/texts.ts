import type { DocumentKind } from './document-number-rules.ts';

export const UNKNOWN_DOCUMENT = 'There is no such document.';

const TITLES: Record<DocumentKind, { withGst: string; plain: string }> = {
  receipt: { withGst: 'Receipt voucher', plain: 'Receipt' },
  invoice: { withGst: 'Tax invoice', plain: 'Invoice' },
  refund: { withGst: 'Refund voucher', plain: 'Refund note' },
  credit: { withGst: 'Credit note', plain: 'Credit note' },
};

/** The title of a document. An unregistered seller does not issue tax documents. */
export const documentTitle = (kind: DocumentKind, { gstin }: { gstin: string | null }): string =>
  TITLES[kind][gstin ? 'withGst' : 'plain'];
