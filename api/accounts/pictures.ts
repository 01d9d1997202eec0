import type { User } from '../../db/schema.ts';
import { iso } from '../lib/clock.ts';
import type { Deps } from '../lib/deps.ts';
import { readAvatar } from '../media/avatar.ts';
import { dropMedia, keepMedia } from '../media/queries.ts';
import { updateUser } from './queries.ts';

/** Puts a picture in the place of the old one, which goes. */
export async function setPicture(deps: Deps, user: User, data: string): Promise<User> {
  const bytes = await readAvatar(data);
  const now = iso(deps.clock());
  return deps.store.db.transaction().execute(async (tx) => {
    const avatar_hash = await keepMedia(tx, { bytes, mime: 'image/webp', now });
    const changed = await updateUser(tx, user.id, { avatar_hash });
    if (user.avatar_hash) await dropMedia(tx, user.avatar_hash);
    return changed;
  });
}

export const removePicture = (deps: Deps, user: User): Promise<User> =>
  deps.store.db.transaction().execute(async (tx) => {
    const changed = await updateUser(tx, user.id, { avatar_hash: null });
    if (user.avatar_hash) await dropMedia(tx, user.avatar_hash);
    return changed;
  });
