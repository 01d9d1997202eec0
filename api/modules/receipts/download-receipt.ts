import type { Context } from 'hono';
import { type Database, isStorageTrouble } from '../../../db/database.ts';
import type { Receipt } from '../../../db/schema.ts';
import { transaction } from '../../../db/transaction.ts';
import type { Env } from '../../platform/http/env.ts';
import type { EmailAttachment } from '../../platform/mail/outbox.ts';
import { createSingleFlight } from '../../platform/single-flight.ts';
import { findReceipt, keepPdf } from './queries.ts';
import { receiptFile } from './rules.ts';

/** A receipt as it goes with a mail, drawn when the mail leaves. */
export async function receiptAttachment(store: Database, number: string): Promise<EmailAttachment> {
  const receipt = await findReceipt(store.db, number);
  if (!receipt) throw new Error(`there is no receipt ${number}`);
  return {
    filename: receiptFile(number),
    content: await pdfOf(store, receipt),
    contentType: 'application/pdf',
  };
}

/** By what the receipt says. */
const drawOnce = createSingleFlight<Buffer>();

/** The PDF of a receipt: drawn once, because that takes 200 ms of the processor, and kept. */
const pdfOf = async (store: Database, receipt: Receipt): Promise<Buffer> =>
  receipt.pdf ?? drawOnce(receipt.data, () => drawAndKeep(store, receipt));

async function drawAndKeep(store: Database, receipt: Receipt): Promise<Buffer> {
  // Loaded with the first receipt, to keep the memory of an idle app small.
  const { renderReceipt } = await import('./receipt-pdf.ts');
  const pdf = await renderReceipt(receipt);
  await transaction({ store }, (tx) => keepPdf(tx, receipt, pdf)).catch((error: unknown) => {
    if (!isStorageTrouble(error)) throw error;
  });
  return pdf;
}

export async function sendReceipt(c: Context<Env>, receipt: Receipt) {
  c.header('Content-Type', 'application/pdf');
  c.header('Content-Disposition', `attachment; filename="${receiptFile(receipt.number)}"`);
  return c.body(new Uint8Array(await pdfOf(c.var.services.store, receipt)));
}
