import type { Db } from '../../../db/database.ts';
import { forgetFiles } from '../../../db/files/stored-files.ts';
import type { User } from '../../../db/schema.ts';
import { type Tx, transaction } from '../../../db/transaction.ts';
import { iso } from '../../platform/clock.ts';
import { emit } from '../../platform/events.ts';
import { resizeAvatar } from '../../platform/files/avatar.ts';
import { lockMedia, storeMedia } from '../../platform/files/queries.ts';
import { ApiError, SIGN_IN_FIRST } from '../../platform/http/errors.ts';
import { isStaff } from '../../platform/roles.ts';
import type { Services } from '../../platform/services.ts';
import { userProfileChanged } from './events.ts';
import { lockUser, updateUser, userExists } from './queries.ts';

/** Replaces the profile picture and deletes the old one. */
export async function setPicture(services: Services, user: User, data: string): Promise<User> {
  const line = isStaff(user) ? 'owner' : 'strangers';
  const bytes = await resizeAvatar(data, { line, person: user.id });
  const file = await services.files.write(bytes);
  const now = iso(services.clock());
  return transaction(services, async (tx) => {
    if (!(await userExists(tx, user.id))) throw new ApiError(401, SIGN_IN_FIRST);
    const avatar_hash = await storeMedia(tx, { file, mime: 'image/webp', now });
    return changePicture(tx, services, user.id, avatar_hash);
  });
}

export const removePicture = (services: Services, user: User): Promise<User> =>
  transaction(services, (tx) => changePicture(tx, services, user.id, null));

async function changePicture(
  tx: Tx,
  services: Services,
  userId: string,
  avatar_hash: string | null,
): Promise<User> {
  await emit(tx, services, userProfileChanged, { userId });
  return replacePicture(tx, userId, avatar_hash);
}

/**
 * Replaces the picture's hash and deletes the old picture. Under the account's lock, so that concurrent calls
 * leave no unused picture.
 */
export async function replacePicture(
  tx: Db,
  userId: string,
  avatar_hash: string | null,
): Promise<User> {
  const before = await lockUser(tx, userId);
  const changed = await updateUser(tx, userId, { avatar_hash });
  if (before?.avatar_hash) await deleteUnusedMedia(tx, before.avatar_hash);
  return changed;
}

/** Removes what no avatar and no picture uses any more; its file goes with the next sweep. */
export async function deleteUnusedMedia(tx: Db, hash: string): Promise<void> {
  await lockMedia(tx, hash);
  const gone = await tx
    .deleteFrom('media')
    .where('hash', '=', hash)
    .where((eb) =>
      eb.not(
        eb.or([
          eb.exists(eb.selectFrom('users').select('id').where('avatar_hash', '=', hash)),
          eb.exists(eb.selectFrom('pictures').select('id').where('variants', 'like', `%${hash}%`)),
        ]),
      ),
    )
    .returning('file_hash')
    .executeTakeFirst();
  if (gone) await forgetFiles(tx, [gone.file_hash]);
}
