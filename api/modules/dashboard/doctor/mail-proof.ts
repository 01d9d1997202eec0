import type { Db } from '../../../../db/database.ts';
import { lockName } from '../../../../db/engine.ts';
import { readDocument, storeDocument } from '../../../../db/settings.ts';
import { transaction } from '../../../../db/transaction.ts';
import { iso } from '../../../platform/clock.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { hashToken, newToken } from '../../../platform/ids.ts';
import type { Services } from '../../../platform/services.ts';

/** Whether the owner has opened the link of a test mail; a mail from another address needs its own. */
interface MailProof {
  from: string;
  token: string;
  arrivedAt: string | null;
}

const KEY = 'mail proof';
const OTHER_LINK = 'This is not the link of the latest test mail. Open that one, or send another.';

async function readProof(db: Db, from: string): Promise<MailProof | null> {
  const proof = await readDocument<MailProof>(db, KEY);
  return proof?.from === from ? proof : null;
}

type ProofServices = Pick<Services, 'config' | 'store' | 'clock'>;

/** A link for a test mail. Opening it proves that mail arrives. */
export async function newProofLink({ config, store }: ProofServices): Promise<string> {
  const token = newToken();
  await transaction({ store }, async (tx) => {
    await lockName(tx, KEY);
    const arrivedAt = (await readProof(tx, config.mailFrom))?.arrivedAt ?? null;
    const proof: MailProof = { from: config.mailFrom, token: hashToken(token), arrivedAt };
    await storeDocument(tx, KEY, proof);
  });
  return `${config.siteOrigin}/desk/first-steps?mail=${token}`;
}

/** The owner has opened the link with this token. */
export const confirmMail = (services: ProofServices, token: string): Promise<void> =>
  transaction(services, async (tx) => {
    await lockName(tx, KEY);
    const proof = await readProof(tx, services.config.mailFrom);
    if (proof?.token !== hashToken(token)) throw new ApiError(409, OTHER_LINK);
    const arrivedAt = proof.arrivedAt ?? iso(services.clock());
    await storeDocument(tx, KEY, { ...proof, arrivedAt });
  });

export async function findMailProof(db: Db, from: string): Promise<'none' | 'sent' | 'arrived'> {
  const proof = await readProof(db, from);
  if (!proof) return 'none';
  return proof.arrivedAt === null ? 'sent' : 'arrived';
}
