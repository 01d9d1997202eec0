import type { Db } from '../../../db/database.ts';
import type { User } from '../../../db/schema.ts';
import { mediaUrl } from '../../platform/files/dto.ts';
import { roleOf } from '../../platform/roles.ts';
import { findOwner, listOrderIds } from './queries.ts';

/** The account as its own user sees it. Lists fields explicitly, so that no new column becomes public. */
export async function toUserDto(db: Db, user: User) {
  return {
    _id: user.id,
    name: user.name,
    email: user.email,
    avatar: user.avatar_hash ? { url: mediaUrl(user.avatar_hash, 'image/webp') } : null,
    isVerified: user.is_verified === 1,
    lastLogin: user.last_login_at,
    createdAt: user.created_at,
    orders: (await listOrderIds(db, user.id)).map((order) => order.id),
    role: roleOf(user),
    ...(await actsForOf(db, user)),
  };
}

/** For an assistant: the owner's id, because assistants take part in conversations as the owner. */
async function actsForOf(db: Db, user: User): Promise<{ actsFor?: string | undefined }> {
  const owner = roleOf(user) === 'assistant' ? await findOwner(db) : undefined;
  return owner ? { actsFor: owner.id } : {};
}

export type UserDto = Awaited<ReturnType<typeof toUserDto>>;
