import type { Context } from 'hono';
import { type Database, isStorageTrouble } from '../../../db/database.ts';
import { transaction } from '../../../db/transaction.ts';
import type { Env } from '../../platform/http/env.ts';
import { ApiError } from '../../platform/http/errors.ts';
import type { EmailAttachment } from '../../platform/mail/outbox.ts';
import { createSingleFlight } from '../../platform/single-flight.ts';
import { documentFile, documentNumberOf } from './document-number-rules.ts';
import { type Drawable, findDocument, findDocumentOf, keepPdf } from './queries.ts';
import { UNKNOWN_DOCUMENT } from './texts.ts';

/** A document as it goes with a mail, drawn when the mail leaves. */
export async function documentAttachment(
  store: Database,
  number: string,
): Promise<EmailAttachment> {
  const document = await findDocument(store.db, number);
  if (!document) throw new Error(`there is no document ${number}`);
  return {
    filename: documentFile(number),
    content: await pdfOf(store, document),
    contentType: 'application/pdf',
  };
}

/** By what the document says. */
const drawOnce = createSingleFlight<Buffer>();

/** The PDF of a document: drawn once, because that takes 200 ms of the processor, and kept. */
const pdfOf = async (store: Database, document: Drawable): Promise<Buffer> =>
  document.pdf ?? drawOnce(document.data, () => drawAndKeep(store, document));

async function drawAndKeep(store: Database, document: Drawable): Promise<Buffer> {
  // Loaded with the first document, to keep the memory of an idle app small.
  const { renderDocument } = await import('./document-pdf.ts');
  const pdf = await renderDocument(document.data);
  await transaction({ store }, (tx) => keepPdf(tx, document, pdf)).catch((error: unknown) => {
    if (!isStorageTrouble(error)) throw error;
  });
  return pdf;
}

/** Sends the document of an order that a file name stands for. */
export async function sendDocument(c: Context<Env>, orderId: string, file: string) {
  const { store } = c.var.services;
  const number = documentNumberOf(file);
  const document = number === null ? undefined : await findDocumentOf(store.db, orderId, number);
  if (!document) throw new ApiError(404, UNKNOWN_DOCUMENT);
  c.header('Content-Type', 'application/pdf');
  c.header('Content-Disposition', `attachment; filename="${documentFile(document.number)}"`);
  return c.body(new Uint8Array(await pdfOf(store, document)));
}
