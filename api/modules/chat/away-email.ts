import type { Db } from '../../../db/connect.ts';
import type { User } from '../../../db/schema.ts';
import type { Tx } from '../../../db/transaction.ts';
import { later, MINUTE } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { composeEmail } from '../../platform/mail/email-layout.ts';
import { dropWaiting, isWaiting } from '../../platform/mail/queries.ts';
import type { Services } from '../../platform/services.ts';
import { shortId } from '../orders/rules.ts';
import { AWAY_MINUTES } from './rules.ts';

const conversationMailKey = (conversationId: string) => `away:${conversationId}:`;
const keyOf = (conversationId: string, readerId: string) =>
  `${conversationMailKey(conversationId)}${readerId}:`;

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
export async function scheduleAwayEmail(tx: Tx, services: Services, away: Away): Promise<void> {
  const prefix = keyOf(away.conversationId, away.reader.id);
  if (await isWaiting(tx, prefix)) return;
  const name = `#${shortId(away.orderId)}`;
  const path = away.readerIsOwner ? '/desk' : `/orders/${away.orderId}?chat=open`;
  const mail = await composeEmail({
    to: away.reader.email,
    subject: `New messages about order ${name}`,
    heading: `${away.from} has written to you`,
    paragraphs: [
      `Hello ${away.reader.name}, there are new messages about order ${name}. The first of them:`,
      away.message,
    ],
    action: { label: 'Read and answer', url: `${services.config.siteOrigin}${path}` },
  });
  await services.outbox.enqueue(tx, {
    kind: 'message while away',
    dedupeKey: prefix + newId(),
    notBefore: later(services.clock(), AWAY_MINUTES * MINUTE),
    ...mail,
  });
}

export const cancelAwayEmail = (db: Db, conversationId: string, readerId: string) =>
  dropWaiting(db, keyOf(conversationId, readerId));

/** Neither side is written to any more about what was said. */
export const cancelAwayEmails = (db: Db, conversationId: string) =>
  dropWaiting(db, conversationMailKey(conversationId));
