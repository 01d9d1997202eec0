import { isUniqueViolation } from '../../db/connect.ts';
import type { User } from '../../db/schema.ts';
import { transaction } from '../../db/transaction.ts';
import { iso } from '../lib/clock.ts';
import type { Deps } from '../lib/deps.ts';
import { UserError } from '../lib/errors.ts';
import { hashPassword } from '../lib/hashing.ts';
import { newId } from '../lib/ids.ts';
import { readAvatar } from '../media/avatar.ts';
import { keepMedia } from '../media/queries.ts';
import { drawCode, sendCode } from './codes.ts';
import { LIMITS } from './limits.ts';
import { findUserByEmail, insertUser } from './queries.ts';
import { USER_EXISTS } from './rules.ts';

/** Makes an unverified account; picture, row, code and mail are stored together or not at all. */
export async function signUp(
  deps: Deps,
  wanted: { name: string; email: string; password: string; avatar?: string | null | undefined },
): Promise<User> {
  const { db } = deps.store;
  if (await findUserByEmail(db, wanted.email)) throw taken();
  await deps.limits.take(LIMITS.mailToAddress, wanted.email);
  const picture = wanted.avatar ? await readAvatar(wanted.avatar) : null;
  const password_hash = await hashPassword(wanted.password);
  const id = newId();
  const now = iso(deps.clock());
  const drawn = await drawCode(deps, id, 1);
  try {
    return await transaction(deps, async (tx) => {
      const made = await insertUser(tx, {
        id,
        name: wanted.name,
        email: wanted.email,
        password_hash,
        role: 'buyer',
        avatar_hash: picture
          ? await keepMedia(tx, { bytes: picture, mime: 'image/webp', now })
          : null,
        is_verified: 0,
        last_login_at: now,
        created_at: now,
      });
      await sendCode(tx, deps, { email: made.email, ...drawn });
      return made;
    });
  } catch (error) {
    throw isUniqueViolation(error) ? taken() : error;
  }
}

const taken = () => new UserError(409, USER_EXISTS, { field: 'email' });
