import type { Context } from 'hono';
import { type Database, isStorageTrouble } from '../../../db/database.ts';
import { transaction } from '../../../db/transaction.ts';
import { drawPdf } from '../../platform/draw-pdf.ts';
import type { Env } from '../../platform/http/env.ts';
import { ApiError } from '../../platform/http/errors.ts';
import type { EmailAttachment } from '../../platform/mail/deliver-mail.ts';
import { createSingleFlight } from '../../platform/single-flight.ts';
import type { DocumentData } from './document-data.ts';
import { documentFile, documentNumberOf, textFile } from './document-number-rules.ts';
import { plainTextOf } from './document-text.ts';
import { type DrawableDocument, findDocument, findDocumentOf, storePdf } from './queries.ts';
import { UNKNOWN_DOCUMENT } from './texts.ts';

/**
 * A document as an e-mail attachment, and its text where its PDF cannot show all characters. Rendered when the mail is
 * sent.
 */
export async function documentAttachments(
  store: Database,
  number: string,
): Promise<[EmailAttachment, ...EmailAttachment[]]> {
  const document = await findDocument(store.db, number);
  if (!document) throw new Error(`there is no document ${number}`);
  const filename = documentFile(number);
  const pdf = { filename, content: await pdfOf(store, document), contentType: 'application/pdf' };
  const data = JSON.parse(document.data) as DocumentData;
  if (!data.hasTextFile) return [pdf];
  const text = {
    filename: textFile(number),
    content: Buffer.from(plainTextOf(data)),
    contentType: 'text/plain; charset=utf-8',
  };
  return [pdf, text];
}

/** The key is the document's data. */
const drawOnce = createSingleFlight<Buffer>();

/** The PDF of a document. Drawing takes 200 ms of CPU time, so the result is stored. */
const pdfOf = async (store: Database, document: DrawableDocument): Promise<Buffer> =>
  document.pdf ?? drawOnce(document.data, () => drawAndStore(store, document));

async function drawAndStore(store: Database, document: DrawableDocument): Promise<Buffer> {
  const pdf = await drawPdf(new URL('./document-pdf.ts', import.meta.url), document.data);
  await transaction({ store }, (tx) => storePdf(tx, document, pdf)).catch((error: unknown) => {
    if (!isStorageTrouble(error)) throw error;
  });
  return pdf;
}

/** Sends the document of an order by its file name. */
export async function sendDocument(c: Context<Env>, orderId: string, file: string) {
  const { store } = c.var.services;
  const number = documentNumberOf(file);
  const document = number === null ? undefined : await findDocumentOf(store.db, orderId, number);
  if (!document) throw new ApiError(404, UNKNOWN_DOCUMENT);
  c.header('Content-Type', 'application/pdf');
  c.header('Content-Disposition', `attachment; filename="${documentFile(document.number)}"`);
  return c.body(new Uint8Array(await pdfOf(store, document)));
}
