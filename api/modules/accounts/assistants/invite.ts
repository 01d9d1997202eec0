import { lockName } from '../../../../db/engine.ts';
import { transaction } from '../../../../db/transaction.ts';
import { DAY, iso, later } from '../../../platform/clock.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { hashToken, newId, newToken } from '../../../platform/ids.ts';
import { isStaff } from '../../../platform/roles.ts';
import type { Services } from '../../../platform/services.ts';
import { findUserByEmail } from '../queries.ts';
import { LIMITS } from '../rate-limits.ts';
import { invitationEmail } from './emails.ts';
import { INVITATION_DAYS, MAX_ASSISTANTS } from './limits.ts';
import { insertInvitation, isBuyer, listAssistants, listInvitations } from './queries.ts';
import { NOT_AS_ASSISTANT, TOO_MANY_ASSISTANTS } from './texts.ts';

/** Mails an invitation link. It replaces an earlier invitation to the same address. */
export async function inviteAssistant(services: Services, email: string): Promise<void> {
  const { store, limits, clock, outbox } = services;
  const known = await findUserByEmail(store.db, email);
  if (known && (isStaff(known) || (await isBuyer(store.db, known.id))))
    throw new ApiError(409, NOT_AS_ASSISTANT, { field: 'email' });
  await limits.take(LIMITS.mailToAddress, email);
  const token = newToken();
  const mail = invitationEmail(services.config, email, token);
  const now = clock();
  await transaction(services, async (tx) => {
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
