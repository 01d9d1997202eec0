import type { Db } from '../../db/connect.ts';
import type { User } from '../../db/schema.ts';
import { transaction } from '../../db/transaction.ts';
import { iso } from '../lib/clock.ts';
import type { Deps } from '../lib/deps.ts';
import { UserError } from '../lib/errors.ts';
import { SIGN_IN_FIRST } from '../lib/session.ts';
import { readAvatar } from '../media/avatar.ts';
import { dropMedia, keepMedia } from '../media/queries.ts';
import { findUser, isThere, updateUser } from './queries.ts';

/** Puts a picture in the place of the old one, which goes. */
export async function setPicture(deps: Deps, user: User, data: string): Promise<User> {
  const bytes = await readAvatar(data);
  const now = iso(deps.clock());
  return transaction(deps, async (tx) => {
    if (!(await isThere(tx, user.id))) throw new UserError(401, SIGN_IN_FIRST);
    const avatar_hash = await keepMedia(tx, { bytes, mime: 'image/webp', now });
    return replacePicture(tx, user.id, avatar_hash);
  });
}

export const removePicture = (deps: Deps, user: User): Promise<User> =>
  transaction(deps, (tx) => replacePicture(tx, user.id, null));

/** The old one is looked up beside the write: of two set at once, each finds the one before it. */
export async function replacePicture(
  tx: Db,
  userId: string,
  avatar_hash: string | null,
): Promise<User> {
  const before = await findUser(tx, userId);
  const changed = await updateUser(tx, userId, { avatar_hash });
  if (before?.avatar_hash) await dropMedia(tx, before.avatar_hash);
  return changed;
}
