import { iso, later, MINUTE } from '../lib/clock.ts';
import type { Deps } from '../lib/deps.ts';
import { UserError } from '../lib/errors.ts';
import { hashPassword } from '../lib/hashing.ts';
import { hashToken, newToken } from '../lib/ids.ts';
import { compose } from '../mail/letters.ts';
import { consumePasswordLink, findUserByEmail, putPasswordLink, setPassword } from './queries.ts';
import { LINK_DEAD, LINK_MINUTES } from './rules.ts';

/** Mails a link when the address has an account; says nothing either way (attacks 16). */
export async function sendResetLink(deps: Deps, email: string): Promise<void> {
  const user = await findUserByEmail(deps.store.db, email);
  const token = newToken();
  if (!user) return;
  const url = `${deps.config.siteOrigin}/create-password/${token}`;
  const mail = await compose({
    to: user.email,
    subject: 'Set a new password',
    heading: 'Set a new password',
    paragraphs: [
      `Hello ${user.name}, use this link to choose a new password. It works once, for ${LINK_MINUTES} minutes.`,
      'If you did not ask for it, nothing has changed and you can ignore this mail.',
    ],
    action: { label: 'Choose a new password', url },
  });
  await deps.store.db.transaction().execute(async (tx) => {
    await putPasswordLink(tx, {
      token_hash: hashToken(token),
      user_id: user.id,
      expires_at: later(deps.clock(), LINK_MINUTES * MINUTE),
    });
    const dedupeKey = `reset:${hashToken(token)}`;
    await deps.outbox.enqueue(tx, { kind: 'reset link', dedupeKey, ...mail });
  });
  deps.outbox.wake();
}

/** Sets the password behind a link, once, and ends every session. Throws 400 for a dead link. */
export async function resetPassword(deps: Deps, token: string, password: string): Promise<void> {
  const password_hash = await hashPassword(password);
  const now = iso(deps.clock());
  await deps.store.db.transaction().execute(async (tx) => {
    const link = await consumePasswordLink(tx, hashToken(token), now);
    if (!link) throw new UserError(400, LINK_DEAD);
    const user = await setPassword(tx, link.user_id, password_hash);
    const mail = await compose({
      to: user.email,
      subject: 'Your password was changed',
      heading: 'Your password was changed',
      paragraphs: [
        `Hello ${user.name}, your password has just been changed and every device was signed out.`,
        'If this was not you, set a new one at once.',
      ],
      action: { label: 'Set a new password', url: `${deps.config.siteOrigin}/forgot-password` },
    });
    const dedupeKey = `changed:${hashToken(token)}`;
    await deps.outbox.enqueue(tx, { kind: 'password changed', dedupeKey, ...mail });
  });
  deps.outbox.wake();
}
