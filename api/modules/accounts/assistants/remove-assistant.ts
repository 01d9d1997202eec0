import { transaction } from '../../../../db/transaction.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { newToken } from '../../../platform/ids.ts';
import type { Services } from '../../../platform/services.ts';
import { endSessionsExcept } from '../sessions.ts';
import { assistanceEndedEmail } from './emails.ts';
import { clearAssistantRole } from './queries.ts';

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
