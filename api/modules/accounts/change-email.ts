import { isUniqueViolation } from '../../../db/database.ts';
import type { User } from '../../../db/schema.ts';
import { transaction } from '../../../db/transaction.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { hashToken, newId } from '../../platform/ids.ts';
import type { Services } from '../../platform/services.ts';
import { deletePasswordLinks } from './code-queries.ts';
import { addressChangedEmail, newAddressEmail, withNotMe } from './emails.ts';
import { isHeld, makeNotMeLink } from './not-me.ts';
import { confirmPassword } from './passwords.ts';
import { findUserByEmail, lockUser, updateUser } from './queries.ts';
import { LIMITS, takeMail } from './rate-limits.ts';
import { endSessionsExcept } from './sessions.ts';
import { SAME_EMAIL, USER_EXISTS } from './texts.ts';
import { codeKey, drawCode, enterCode, sendCode } from './verification-codes.ts';

const taken = () => new ApiError(409, USER_EXISTS, { field: 'email' });

/** Mails a code to the new address. The old address stays valid until the code is confirmed. */
export async function requestEmailChange(
  services: Services,
  user: User,
  input: { email: string; password?: string | undefined },
): Promise<void> {
  const { email } = input;
  if (email === user.email) throw new ApiError(400, SAME_EMAIL, { field: 'email' });
  await confirmPassword(services, user, input.password);
  await services.limits.take(LIMITS.emailChange, user.id);
  const { db } = services.store;
  if ((await findUserByEmail(db, email)) || (await isHeld(db, services, email, user.id)))
    throw taken();
  await takeMail(services.limits, email);
  const of = { key: codeKey(user.id, 'new address'), email, user_id: user.id };
  const { code, row } = await drawCode(services.clock(), of);
  const mail = newAddressEmail(services.config, email, code);
  await transaction(services, (tx) => sendCode(tx, services, row, mail));
}

/** Replaces the address. Ends all other sessions and devices, and the links mailed to the old address. */
export async function confirmEmail(
  services: Services,
  user: User,
  given: { code: string; token: string; device: string | undefined },
): Promise<User> {
  const session = hashToken(given.token);
  const device = given.device && hashToken(given.device);
  const consume = await enterCode(services, codeKey(user.id, 'new address'), given.code);
  try {
    return await transaction(services, async (tx) => {
      const email = await consume(tx);
      await lockUser(tx, user.id);
      await deletePasswordLinks(tx, user.id);
      await endSessionsExcept(tx, services, user.id, { session, device });
      const link = await makeNotMeLink(tx, services, user, { session, address: user.email });
      const mail = withNotMe(link, addressChangedEmail(user.email, email));
      const dedupeKey = `address changed:${newId()}`;
      await services.outbox.enqueue(tx, { kind: 'address changed', dedupeKey, ...mail });
      const changed = await updateUser(tx, user.id, { email });
      await services.audit?.record(tx);
      return changed;
    });
  } catch (error) {
    // Another account took the address after the check above.
    throw isUniqueViolation(error) ? taken() : error;
  }
}
