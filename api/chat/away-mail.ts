import type { Db } from '../../db/connect.ts';
import type { User } from '../../db/schema.ts';
import type { Tx } from '../../db/transaction.ts';
import { later, MINUTE } from '../lib/clock.ts';
import type { Deps } from '../lib/deps.ts';
import { newId } from '../lib/ids.ts';
import { compose } from '../mail/letters.ts';
import { dropWaiting, isWaiting } from '../mail/queries.ts';
import { shortId } from '../orders/rules.ts';
import { AWAY_MINUTES } from './rules.ts';

const talkKey = (conversationId: string) => `away:${conversationId}:`;
const keyOf = (conversationId: string, readerId: string) =>
  `${talkKey(conversationId)}${readerId}:`;

interface Away {
  reader: Pick<User, 'id' | 'email' | 'name'>;
  from: string;
  orderId: string;
  conversationId: string;
  /** The owner reads at the desk. */
  readerIsOwner: boolean;
  message: string;
}

/**
 * Plans a mail for somebody who does not come to read. While one waits, no other is planned, and
 * each waits its minutes: at most one per conversation in that time. Reading takes it back.
 */
export async function mailWhenAway(tx: Tx, deps: Deps, away: Away): Promise<void> {
  const prefix = keyOf(away.conversationId, away.reader.id);
  if (await isWaiting(tx, prefix)) return;
  const name = `#${shortId(away.orderId)}`;
  const path = away.readerIsOwner ? '/desk' : `/orders/${away.orderId}?chat=open`;
  const mail = await compose({
    to: away.reader.email,
    subject: `New messages about order ${name}`,
    heading: `${away.from} has written to you`,
    paragraphs: [
      `Hello ${away.reader.name}, there are new messages about order ${name}. The first of them:`,
      away.message,
    ],
    action: { label: 'Read and answer', url: `${deps.config.siteOrigin}${path}` },
  });
  await deps.outbox.enqueue(tx, {
    kind: 'message while away',
    dedupeKey: prefix + newId(),
    notBefore: later(deps.clock(), AWAY_MINUTES * MINUTE),
    ...mail,
  });
}

export const forgetAwayMail = (db: Db, conversationId: string, readerId: string) =>
  dropWaiting(db, keyOf(conversationId, readerId));

/** Neither side is written to any more about what was said. */
export const forgetAwayMails = (db: Db, conversationId: string) =>
  dropWaiting(db, talkKey(conversationId));
