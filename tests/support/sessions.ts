import { findSessionUser, openSession } from '../../api/modules/accounts/sessions.ts';
import { hashToken } from '../../api/platform/ids.ts';
import type { Session } from '../../db/schema.ts';
import { insertBuyer } from './people.ts';
import { app } from './shared-in-process-app.ts';

const services = () => app.server.services;

export const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** The user of a session token. */
export const userOf = (token: string) => findSessionUser(services().store, services().clock, token);

/** Opens a session of this user; returns its token. */
export const openSessionOf = (userId: string, userAgent = FIREFOX) =>
  openSession(services().store.db, services().clock, { userId, userAgent });

/** A session of a new buyer. */
export async function openSessionOfNewBuyer() {
  const { user } = await insertBuyer(app);
  return { user, token: await openSessionOf(user.id) };
}

/** The stored session. */
export const storedSession = (token: string) =>
  services()
    .store.db.selectFrom('sessions')
    .selectAll()
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirstOrThrow();
export const changeSession = (token: string, set: Partial<Session>) =>
  app.write((tx) =>
    tx.updateTable('sessions').set(set).where('token_hash', '=', hashToken(token)).execute(),
  );
