import type { Tx } from '../../../db/transaction.ts';
import { newToken } from '../../platform/ids.ts';
import type { EmailContent } from '../../platform/mail/email-layout.ts';
import type { Services } from '../../platform/services.ts';
import { NOT_YOU_ANSWER } from './emails.ts';
import { ownerEmail } from './queries.ts';

/** Mails the owner that something of the shop was changed with their confirmation, in case it was not theirs. */
export async function tellOwner(
  tx: Tx,
  { outbox, config }: Services,
  change: Pick<EmailContent, 'subject' | 'paragraphs' | 'details'> & {
    kind: string;
    label: string;
    path: string;
  },
): Promise<void> {
  const { kind, paragraphs, label, path, ...content } = change;
  await outbox.enqueue(tx, {
    kind,
    dedupeKey: `${kind}:${newToken()}`,
    to: await ownerEmail(tx),
    ...content,
    paragraphs: [...paragraphs, NOT_YOU_ANSWER],
    action: { label, url: `${config.siteOrigin}${path}` },
  });
}
