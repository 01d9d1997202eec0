import type { Db } from '../../../db/database.ts';
import type { PersonalData } from '../../platform/personal-data.ts';
import { FORMER_CLIENT } from '../accounts/texts.ts';
import { ordersOf } from '../orders/queries.ts';
import type { DocumentData } from './document-data.ts';
import { stopCopies } from './paper-copies.ts';

export const personalData: PersonalData = {
  tables: ['receipts', 'billing_documents', 'paper_copies'],
  export: async (db, user) => ({
    receipts: await exportDocuments(db, 'receipts', user.id),
    invoicesAndRefunds: await exportDocuments(db, 'billing_documents', user.id),
    copiesOfPapers: await exportCopies(db, user.id),
  }),
  async erase(tx, user) {
    await stopCopies(tx, user.id);
    await eraseBuyer(tx, user.id);
  },
};

/** The one more address that gets copies, or that waits for its code. */
const exportCopies = (db: Db, userId: string) =>
  db
    .selectFrom('paper_copies')
    .select(['email', 'confirmed_at as confirmedAt'])
    .where('user_id', '=', userId)
    .execute();

const TABLES = ['receipts', 'billing_documents'] as const;

const listDocumentsOf = (db: Db, table: (typeof TABLES)[number], buyerId: string) =>
  db
    .selectFrom(table)
    .select(['number', 'data'])
    .where('order_id', 'in', ordersOf(db, buyerId))
    .orderBy('created_at')
    .orderBy('number')
    .execute();

const exportDocuments = async (db: Db, table: (typeof TABLES)[number], buyerId: string) =>
  (await listDocumentsOf(db, table, buyerId)).map((row) => JSON.parse(row.data) as DocumentData);

/**
 * Removes a person from their documents; numbers and amounts do not change. Tax documents must name the buyer
 * for as long as the law requires, so there only the e-mail address is removed.
 */
async function eraseBuyer(tx: Db, buyerId: string): Promise<void> {
  for (const table of TABLES) {
    for (const { number, data } of await listDocumentsOf(tx, table, buyerId)) {
      const document = JSON.parse(data) as DocumentData;
      const buyer = document.seller.gstin
        ? { ...document.buyer, email: '' }
        : { name: FORMER_CLIENT, email: '', lines: [], state: '', stateCode: null };
      const rest = document.seller.gstin ? {} : withoutWords(document);
      await tx
        .updateTable(table)
        .set({ data: JSON.stringify({ ...document, ...rest, buyer }), pdf: null })
        .where('number', '=', number)
        .execute();
    }
  }
}

/** A change keeps its number; its words may name a person. */
const withoutDescription = (name: string): string =>
  name.replace(/^(Change \d+): .*?(, waived)?$/, '$1$2');

function withoutWords(document: DocumentData): Partial<DocumentData> {
  if ('line' in document) return { line: withoutDescription(document.line) };
  const lines = document.lines.map((line) => ({ ...line, name: withoutDescription(line.name) }));
  if (document.kind === 'invoice') return { lines };
  const { payment } = document;
  return { lines, payment: { ...payment, part: withoutDescription(payment.part) } };
}
