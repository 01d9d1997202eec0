import type { Db } from '../../db/connect.ts';
import type { Paper } from '../mail/outbox.ts';
import { drawReceipt } from './draw.ts';
import { findReceipt } from './queries.ts';
import { receiptFile } from './rules.ts';

/** A receipt as it goes with a mail, drawn when the mail leaves. */
export async function receiptPaper(db: Db, number: string): Promise<Paper> {
  const receipt = await findReceipt(db, number);
  if (!receipt) throw new Error(`there is no receipt ${number}`);
  return {
    filename: receiptFile(number),
    content: await drawReceipt(receipt),
    contentType: 'application/pdf',
  };
}
