import { lockName } from '../../../../db/engine.ts';
import type { User } from '../../../../db/schema.ts';
import { type Tx, transaction } from '../../../../db/transaction.ts';
import { DAY, iso, later, validityOf } from '../../../platform/clock.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { hashToken, newId, newToken } from '../../../platform/ids.ts';
import { takeNotice } from '../../../platform/rate-limiting/limit-notices.ts';
import { isStaff } from '../../../platform/roles.ts';
import type { Services } from '../../../platform/services.ts';
import { hashPassword } from '../hashing.ts';
import { refuseGuessable, setPassword } from '../passwords.ts';
import { findOwner, findUserByEmail, insertUser, isClient, updateUser } from '../queries.ts';
import { LIMITS, takeMail } from '../rate-limits.ts';
import type { RequestInfo } from '../request-info.ts';
import { INVITATION_DAYS } from '../rules.ts';
import { endSessionsExcept } from '../sessions.ts';
import { removeUnproved } from '../unproved-accounts.ts';
import { assistanceEndedEmail, assistantJoinedEmail, invitationEmail } from './emails.ts';
import {
  clearAssistantRole,
  consumeInvitation,
  findOpenInvitation,
  insertInvitation,
  listAssistants,
  listInvitations,
} from './queries.ts';

/** The maximum number of assistants and open invitations together. */
const MAX_ASSISTANTS = 10;
const TOO_MANY_ASSISTANTS = `At most ${MAX_ASSISTANTS} people can be assistants or invited.`;
const NOT_AS_ASSISTANT =
  'This address belongs to the owner, an assistant or a buyer. Please use another one.';
const INVITATION_DEAD = 'This invitation is no longer valid. Please ask the owner for a new one.';

/** Mails an invitation link. It replaces an earlier invitation to the same address. */
export async function inviteAssistant(services: Services, email: string): Promise<void> {
  const { store, limits, clock, outbox } = services;
  const known = await findUserByEmail(store.db, email);
  if (known && (isStaff(known) || (await isClient(store.db, services.personalData, known.id))))
    throw new ApiError(409, NOT_AS_ASSISTANT, { field: 'email' });
  await takeMail(limits, email);
  const token = newToken();
  const mail = invitationEmail(services.config, email, token);
  const now = clock();
  await transaction(services, async (tx) => {
    await takeNotice(tx, services);
    await lockName(tx, 'assistants');
    const open = await listInvitations(tx, iso(now));
    const others = open.filter((invitation) => invitation.email !== email);
    if ((await listAssistants(tx)).length + others.length >= MAX_ASSISTANTS)
      throw new ApiError(409, TOO_MANY_ASSISTANTS);
    await insertInvitation(tx, {
      ...{ id: newId(), email, token_hash: hashToken(token), created_at: iso(now) },
      expires_at: later(now, INVITATION_DAYS * DAY),
    });
    const dedupeKey = `invitation:${hashToken(token)}`;
    await outbox.enqueue(tx, { kind: 'invitation', dedupeKey, ...mail });
  });
}

interface Acceptance {
  token: string;
  name: string;
  password: string;
}

/**
 * Makes the person with the invitation link an assistant; the link works once. Creates an account, or uses
 * the one with this address if it belongs to no client. The address counts as confirmed, because
 * the link was mailed to it. Throws 400 for an invalid or expired link.
 */
export async function acceptInvitation(
  services: Services,
  { token, name, password }: Acceptance,
  request: RequestInfo,
): Promise<void> {
  const { store, limits, clock } = services;
  await limits.take(LIMITS.resetOfAddress, request.address);
  const tokenHash = hashToken(token);
  const span = validityOf(clock(), INVITATION_DAYS * DAY);
  const open = await findOpenInvitation(store.db, tokenHash, span);
  if (!open) throw new ApiError(400, INVITATION_DEAD);
  await refuseGuessable(services, password, { person: { name, email: open.email } });
  const password_hash = await hashPassword(password);
  await transaction(services, async (tx) => {
    const invitation = await consumeInvitation(tx, tokenHash, span);
    if (!invitation) throw new ApiError(400, INVITATION_DEAD);
    const { email } = invitation;
    const user = await saveAssistant(tx, services, {
      email,
      name,
      password_hash,
      now: iso(clock()),
    });
    const owner = await findOwner(tx);
    if (owner) {
      const mail = assistantJoinedEmail(services.config, owner.email, user);
      const dedupeKey = `joined:${tokenHash}`;
      await services.outbox.enqueue(tx, { kind: 'assistant joined', dedupeKey, ...mail });
    }
    services.audit?.setActor(user);
    await services.audit?.record(tx);
  });
}

async function saveAssistant(
  tx: Tx,
  services: Services,
  given: { email: string; name: string; password_hash: string; now: string },
): Promise<User> {
  const { email, name, password_hash, now } = given;
  const granted = { name, is_verified: 1, assistant_since: now } as const;
  const known = await findUserByEmail(tx, email);
  if (!known) {
    const account = { id: newId(), email, password_hash, role: 'buyer' as const };
    return insertUser(tx, { ...account, ...granted, created_at: now });
  }
  if (isStaff(known) || (await isClient(tx, services.personalData, known.id)))
    throw new ApiError(409, NOT_AS_ASSISTANT);
  if (!known.is_verified) await removeUnproved(tx, services, known, name);
  await setPassword(tx, services, known.id, password_hash);
  return updateUser(tx, known.id, granted);
}

const UNKNOWN_ASSISTANT = 'There is no such assistant any more.';

/**
 * Removes a person's assistant access and ends all their sessions, devices and sockets. Throws 404 if they
 * are no assistant.
 */
export async function removeAssistant(services: Services, userId: string): Promise<void> {
  await transaction(services, async (tx) => {
    const user = await clearAssistantRole(tx, userId);
    if (!user) throw new ApiError(404, UNKNOWN_ASSISTANT);
    await endSessionsExcept(tx, services, user.id);
    const mail = assistanceEndedEmail(user.email);
    const dedupeKey = `assistance ended:${newToken()}`;
    await services.outbox.enqueue(tx, { kind: 'assistance ended', dedupeKey, ...mail });
  });
}
