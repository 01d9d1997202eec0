import type { Notification, User } from '../../db/schema.ts';
import type { Tx } from '../../db/transaction.ts';
import { iso } from '../lib/clock.ts';
import type { Deps } from '../lib/deps.ts';
import { newId } from '../lib/ids.ts';
import { compose } from '../mail/letters.ts';
import { insertNews, preferenceOf } from './queries.ts';
import type { NewsType } from './rules.ts';

interface News {
  to: Pick<User, 'id' | 'email'>;
  type: NewsType;
  message: string;
  orderId: string | null;
  live?: Notification['live'];
  /** No row and no live event: the person did it themselves. */
  mailOnly?: boolean;
  /** A mail of the same, once per key. */
  mail?: { dedupeKey: string; subject: string; heading: string; action: string; path: string };
}

/**
 * Writes the news of what happened, and its mail, into the transaction it happened in, as far as
 * the person wants them; both leave after the commit.
 */
export async function notify(tx: Tx, deps: Deps, news: News): Promise<void> {
  const wanted = await preferenceOf(tx, news.to.id, news.type);
  if (wanted.inApp && !news.mailOnly) {
    await insertNews(tx, {
      id: newId(),
      user_id: news.to.id,
      type: news.type,
      message: news.message,
      order_id: news.orderId,
      live: news.live ?? null,
      told_at: null,
      read_at: null,
      created_at: iso(deps.clock()),
    });
    tx.onCommit(deps.live.wake);
  }
  if (!wanted.email || !news.mail) return;
  const { dedupeKey, subject, heading, action, path } = news.mail;
  const letter = await compose({
    to: news.to.email,
    subject,
    heading,
    paragraphs: [news.message],
    action: { label: action, url: `${deps.config.siteOrigin}${path}` },
  });
  await deps.outbox.enqueue(tx, { kind: `${news.type} news`, dedupeKey, ...letter });
}
