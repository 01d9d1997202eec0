import type { User } from '../../../../db/schema.ts';
import { type Tx, transaction } from '../../../../db/transaction.ts';
import { DAY, iso, validityOf } from '../../../platform/clock.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { hashToken, newId } from '../../../platform/ids.ts';
import { isStaff } from '../../../platform/roles.ts';
import type { Services } from '../../../platform/services.ts';
import { refuseGuessable } from '../guessable-passwords.ts';
import { hashPassword } from '../hashing.ts';
import { findOwner, findUserByEmail, insertUser, updateUser } from '../queries.ts';
import { LIMITS } from '../rate-limits.ts';
import type { RequestInfo } from '../request-info.ts';
import { setPassword } from '../set-password.ts';
import { assistantJoinedEmail } from './emails.ts';
import { INVITATION_DAYS } from './limits.ts';
import { consumeInvitation, findOpenInvitation, isBuyer } from './queries.ts';
import { INVITATION_DEAD, NOT_AS_ASSISTANT } from './texts.ts';

interface Acceptance {
  token: string;
  name: string;
  password: string;
}

/**
 * Makes the person with the invitation link an assistant; the link works once. Creates an account, or uses
 * the one with this address if it has no orders and no questions. The address counts as confirmed, because
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
  await refuseGuessable(password, { name, email: open.email });
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
  if (isStaff(known) || (await isBuyer(tx, known.id))) throw new ApiError(409, NOT_AS_ASSISTANT);
  await setPassword(tx, services, known.id, password_hash);
  return updateUser(tx, known.id, granted);
}
