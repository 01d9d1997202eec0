import type { Db } from '../../../db/database.ts';
import type { User } from '../../../db/schema.ts';
import { mediaUrl } from '../../platform/files/dto.ts';
import { roleOf } from '../../platform/roles.ts';
import type { Services } from '../../platform/services.ts';
import { findOwner } from './queries.ts';

/** What people see and export of their own account. Lists fields explicitly, so that no new column becomes public. */
export const toAccountDto = (user: User) => ({
  _id: user.id,
  name: user.name,
  email: user.email,
  isVerified: user.is_verified === 1,
  lastLogin: user.last_login_at,
  createdAt: user.created_at,
  role: roleOf(user),
});

/** The account as its own user sees it. */
export async function toUserDto({ store: { db }, personalData }: Services, user: User) {
  const orders: string[] = [];
  for (const data of personalData) orders.push(...((await data.listOrderIds?.(db, user.id)) ?? []));
  return {
    ...toAccountDto(user),
    avatar: user.avatar_hash ? { url: mediaUrl(user.avatar_hash, 'image/webp') } : null,
    orders,
    ...(await actsForOf(db, user)),
  };
}

/** For an assistant: the owner's id, because assistants take part in conversations as the owner. */
async function actsForOf(db: Db, user: User): Promise<{ actsFor?: string | undefined }> {
  const owner = roleOf(user) === 'assistant' ? await findOwner(db) : undefined;
  return owner ? { actsFor: owner.id } : {};
}

export type UserDto = Awaited<ReturnType<typeof toUserDto>>;
