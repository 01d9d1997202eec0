import type { Db } from '../../../db/database.ts';
import { lockName } from '../../../db/engine.ts';
import { readDocument, storeDocument } from '../../../db/settings.ts';
import { type Tx, transaction } from '../../../db/transaction.ts';
import { iso } from '../../platform/clock.ts';
import { hashToken } from '../../platform/ids.ts';
import type { Services } from '../../platform/services.ts';
import type { MailReplies } from './settings.ts';
import { addressWith, newToken } from './tokens.ts';

/** Whether an answer to a test mail has come; another address needs its own. */
interface AnswerProof {
  address: string;
  token: string;
  answeredAt: string | null;
}

const KEY = 'mail replies proof';

async function readProof(db: Db, address: string): Promise<AnswerProof | null> {
  const proof = await readDocument<AnswerProof>(db, KEY);
  return proof?.address === address ? proof : null;
}

/** The address at which a test mail is answered. An answer proves that the mailbox is read. */
export async function newProofAddress(
  { store }: Pick<Services, 'store'>,
  { address }: Pick<MailReplies, 'address'>,
): Promise<string> {
  const token = newToken();
  await transaction({ store }, async (tx) => {
    await lockName(tx, KEY);
    const answeredAt = (await readProof(tx, address))?.answeredAt ?? null;
    const proof: AnswerProof = { address, token: hashToken(token), answeredAt };
    await storeDocument(tx, KEY, proof);
  });
  return addressWith(token, address);
}

/** Whether a token is that of the latest test mail. */
export const isTestToken = async (
  db: Db,
  { address }: Pick<MailReplies, 'address'>,
  token: string,
): Promise<boolean> => (await readProof(db, address))?.token === hashToken(token);

/** Notes that an answer to the test mail was read. */
export async function noteTestAnswer(
  tx: Tx,
  { address }: Pick<MailReplies, 'address'>,
  { token, now }: { token: string; now: Date },
): Promise<void> {
  const proof = await readProof(tx, address);
  if (proof?.token !== hashToken(token)) return;
  const answeredAt = proof.answeredAt ?? iso(now);
  await storeDocument(tx, KEY, { ...proof, answeredAt });
}

export async function findAnswerProof(
  db: Db,
  { address }: Pick<MailReplies, 'address'>,
): Promise<'none' | 'sent' | 'answered'> {
  const proof = await readProof(db, address);
  if (!proof) return 'none';
  return proof.answeredAt === null ? 'sent' : 'answered';
}
