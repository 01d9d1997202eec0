import type { Context } from 'hono';
import type { Db } from '../../db/connect.ts';
import type { Receipt } from '../../db/schema.ts';
import type { Env } from '../lib/env.ts';
import type { Paper } from '../mail/outbox.ts';
import { findReceipt } from './queries.ts';
import { receiptFile } from './rules.ts';

/** A receipt as it goes with a mail, drawn when the mail leaves. */
export async function receiptPaper(db: Db, number: string): Promise<Paper> {
  const receipt = await findReceipt(db, number);
  if (!receipt) throw new Error(`there is no receipt ${number}`);
  return {
    filename: receiptFile(number),
    content: await drawn(receipt),
    contentType: 'application/pdf',
  };
}

/** The PDF of a receipt. Its library is loaded with the first one: a shop at rest stays small. */
export async function drawn(receipt: Receipt): Promise<Buffer> {
  const { drawReceipt } = await import('./draw.ts');
  return drawReceipt(receipt);
}

export async function sendReceipt(c: Context<Env>, receipt: Receipt) {
  c.header('Content-Type', 'application/pdf');
  c.header('Content-Disposition', `attachment; filename="${receiptFile(receipt.number)}"`);
  return c.body(new Uint8Array(await drawn(receipt)));
}
