import type { Db } from '../../../db/database.ts';
import type { User } from '../../../db/schema.ts';
import { mediaUrl } from '../../platform/files/dto.ts';
import { listOrderIds } from './queries.ts';

/** A person as they see themself; exactly these fields. */
export interface UserDto {
  _id: string;
  name: string;
  email: string;
  avatar: { url: string } | null;
  isVerified: boolean;
  lastLogin: string | null;
  createdAt: string;
  orders: string[];
  role: 'buyer' | 'owner';
}

export async function toUserDto(db: Db, user: User): Promise<UserDto> {
  return {
    _id: user.id,
    name: user.name,
    email: user.email,
    avatar: user.avatar_hash ? { url: mediaUrl(user.avatar_hash, 'image/webp') } : null,
    isVerified: user.is_verified === 1,
    lastLogin: user.last_login_at,
    createdAt: user.created_at,
    orders: (await listOrderIds(db, user.id)).map((order) => order.id),
    role: user.role,
  };
}
