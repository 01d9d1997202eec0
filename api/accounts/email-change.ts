import { isUniqueViolation } from '../../db/connect.ts';
import type { User } from '../../db/schema.ts';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../lib/deps.ts';
import { UserError } from '../lib/errors.ts';
import { hashCode } from '../lib/hashing.ts';
import { hashToken } from '../lib/ids.ts';
import { codeSpan, draw } from './codes.ts';
import { addressChangedLetter, newAddressLetter } from './letters.ts';
import { LIMITS } from './limits.ts';
import { confirmPassword } from './passwords.ts';
import {
  consumeEmailChange,
  deletePasswordLinks,
  endSessionsBut,
  findUserByEmail,
  putEmailChange,
  tryCode,
  updateUser,
} from './queries.ts';
import { CODE_TRIES, SAME_EMAIL, USER_EXISTS, WRONG_CODE } from './rules.ts';

const taken = () => new UserError(409, USER_EXISTS, { field: 'email' });

/** Sends a code to the new address; the old one counts until it comes back. */
export async function askForEmail(
  deps: Deps,
  user: User,
  wish: { email: string; password: string },
): Promise<void> {
  const { email } = wish;
  if (email === user.email) throw new UserError(400, SAME_EMAIL, { field: 'email' });
  await confirmPassword(deps, user, wish.password);
  await deps.limits.take(LIMITS.emailChange, user.id);
  if (await findUserByEmail(deps.store.db, email)) throw taken();
  await deps.limits.take(LIMITS.mailToAddress, email);
  const { code, stored } = await draw(deps.clock());
  const mail = await newAddressLetter(deps.config, email, code);
  await transaction(deps, async (tx) => {
    await putEmailChange(tx, { user_id: user.id, email, ...stored, tries: 0 });
    const dedupeKey = `new address:${stored.salt}`;
    await deps.outbox.enqueue(tx, { kind: 'new address', dedupeKey, ...mail });
  });
}

/** Makes the new address count. Links mailed to the old one and every other session and device end. */
export async function confirmEmail(
  deps: Deps,
  user: User,
  given: { code: string; token: string; device: string | undefined },
): Promise<User> {
  const session = hashToken(given.token);
  const device = given.device && hashToken(given.device);
  const wrong = () => new UserError(400, WRONG_CODE, { field: 'code' });
  const span = { ...codeSpan(deps.clock()), tries: CODE_TRIES };
  const open = await transaction(deps, (tx) => tryCode(tx, 'email_changes', user.id, span));
  if (!open) throw wrong();
  const codeHash = await hashCode(given.code, open.salt);
  try {
    return await transaction(deps, async (tx) => {
      const change = await consumeEmailChange(tx, user.id, codeHash);
      if (!change) throw wrong();
      await deletePasswordLinks(tx, user.id);
      await endSessionsBut(tx, user.id, { session, device });
      const mail = await addressChangedLetter(user.email, change.email);
      const dedupeKey = `address changed:${open.salt}`;
      await deps.outbox.enqueue(tx, { kind: 'address changed', dedupeKey, ...mail });
      return updateUser(tx, user.id, { email: change.email });
    });
  } catch (error) {
    // Somebody else took the address meanwhile.
    throw isUniqueViolation(error) ? taken() : error;
  }
}
