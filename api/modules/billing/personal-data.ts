import { type PersonalData, type PersonalTable, parsed } from '../../platform/personal-data.ts';
import { NAMES } from '../accounts/second-factor/suspended-keys.ts';
import { FORMER_CLIENT } from '../accounts/texts.ts';
import type { DocumentData } from './document-data.ts';
import { findRow, stopCopies, suspendCopies } from './paper-copies.ts';

const papers: PersonalTable = {
  ...{ of: { order_id: 'orders' }, by: 'created_at number', isWhole: true },
  ...{ exported: 'data', formats: { data: parsed }, erased: { data: withoutBuyer, pdf: null } },
  kept: { 'the paper without its buyer: accounts': 'data', 'part of the number': 'year' },
};
const inData = 'number year serial order_id created_at pdf';

/**
 * Numbers and amounts of papers do not change. Tax documents must name the buyer for as long as the law requires, so
 * there only the e-mail address is removed.
 */
export const personalData: PersonalData = {
  tables: {
    receipts: {
      ...{ ...papers, as: 'receipts' },
      unexported: { 'the data have it': `${inData} payment_id` },
    },
    billing_documents: {
      ...{ ...papers, as: 'invoicesAndRefunds' },
      unexported: { 'the data have it': `${inData} kind refund_id instalment_id amount` },
    },
    // The one more address that gets copies.
    paper_copies: {
      ...{ of: 'user_id', as: 'copiesOfPapers', by: 'email', erased: 'rows' },
      exported: 'email confirmed_at',
    },
  },
  async listKeys(db, userId) {
    const copies = await findRow(db, userId);
    return copies ? [{ name: NAMES.paper_copies(copies), addedAt: copies.confirmed_at }] : [];
  },
  suspend: suspendCopies,
  erase: (tx, { id }) => stopCopies(tx, id),
};

function withoutBuyer(json: string): string {
  const document = JSON.parse(json) as DocumentData;
  const { seller, buyer } = document;
  return JSON.stringify(
    seller.gstin
      ? { ...document, buyer: { ...buyer, email: '' } }
      : { ...document, ...withoutWords(document), buyer: NOBODY },
  );
}

const NOBODY = { name: FORMER_CLIENT, email: '', lines: [], state: '', stateCode: null };

/** A change keeps its number; its words may name a person. */
const withoutDescription = (name: string): string =>
  name.replace(/^(Change \d+): .*?(, waived)?$/, '$1$2');

function withoutWords(document: DocumentData): Partial<DocumentData> {
  if ('line' in document) return { line: withoutDescription(document.line) };
  const lines = document.lines.map((line) => ({ ...line, name: withoutDescription(line.name) }));
  if (!('payment' in document)) return { lines };
  const { payment } = document;
  return { lines, payment: { ...payment, part: withoutDescription(payment.part) } };
}
