import type { Database, Db } from '../../../db/database.ts';
import { lockName } from '../../../db/engine.ts';
import type { Tx } from '../../../db/transaction.ts';
import { transaction } from '../../../db/transaction.ts';
import { appendLine } from '../../platform/audit/audit-log.ts';
import { iso, later, MINUTE } from '../../platform/clock.ts';
import type { Subscriber } from '../../platform/events.ts';
import { hashToken, newId, newToken } from '../../platform/ids.ts';
import type { EmailContent } from '../../platform/mail/email-layout.ts';
import type { Services } from '../../platform/services.ts';
import { deleteChallenges, deletePasswordLinks, insertPasswordLink } from './code-queries.ts';
import { NOT_YOU_ANSWER } from './emails.ts';
import { findOwner, insertUser, ownerEmail, updateUser } from './queries.ts';
import { FIRST_PASSWORD, LINK_MINUTES } from './rules.ts';
import { deleteFactors } from './second-factor/factors.ts';
import { deleteSessionsExcept } from './sessions.ts';

type OwnerServices = Pick<Services, 'config' | 'clock' | 'readBrand'>;

/**
 * Creates the owner's account if there is none. Returns a new link to set the password as long as none is
 * set.
 */
export async function createOwner(
  store: Database,
  { config, clock, readBrand }: OwnerServices,
): Promise<string | null> {
  const now = clock();
  // Find and create under one lock: two processes may start at the same time.
  const owner = await transaction({ store }, async (tx) => {
    await lockName(tx, 'owner');
    return (
      (await findOwner(tx)) ??
      insertUser(tx, {
        id: newId(),
        name: (await readBrand(tx)).seller,
        email: config.ownerEmail,
        role: 'owner',
        is_verified: 1,
        created_at: iso(now),
      })
    );
  });
  if (owner.password_hash) return null;
  const token = newToken();
  const link = {
    token_hash: hashToken(token),
    user_id: owner.id,
    source: 'console' as const,
    expires_at: later(now, LINK_MINUTES * MINUTE),
  };
  await transaction({ store }, (tx) => insertPasswordLink(tx, link));
  return `${config.siteOrigin}/create-password/${token}#${FIRST_PASSWORD}`;
}

/**
 * For an owner who lost their password, phone and passkey: deletes these credentials, ends every session and
 * returns a link to set a new password. Only runs at the command line of the server.
 */
export async function resetOwner(store: Database, services: OwnerServices): Promise<string | null> {
  const { clock } = services;
  await transaction({ store }, async (tx) => {
    const owner = await findOwner(tx);
    if (!owner) return;
    await deleteFactors(tx, owner.id);
    await deleteChallenges(tx, owner.id);
    await deletePasswordLinks(tx, owner.id);
    await deleteSessionsExcept(tx, owner.id, {});
    await updateUser(tx, owner.id, { password_hash: null });
    await appendLine(tx, {
      ...{ at: iso(clock()), actor_id: '', role: 'machine', action: 'owner reset' },
      ...{ subject: owner.id, status: 200, changes: {}, address: '', device: 'command line' },
      request_id: newId(),
    });
  });
  return createOwner(store, services);
}

/** Renames the owner's account when the seller's name changes: messages, replies and e-mails use it. */
export const renameOwner: Subscriber<{ name: string }> = (tx, _, { name }) => nameOwner(tx, name);

export async function nameOwner(tx: Db, name: string): Promise<void> {
  const owner = await findOwner(tx);
  if (owner && owner.name !== name) await updateUser(tx, owner.id, { name });
}

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
