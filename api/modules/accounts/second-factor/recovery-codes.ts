import { randomBytes } from 'node:crypto';
import { Secret } from 'otpauth';
import type { Db } from '../../../../db/database.ts';
import { hashToken } from '../../../platform/ids.ts';
import { consumeRecoveryCode, countRecoveryCodes, replaceRecoveryCodes } from './queries.ts';

const RECOVERY_CODES = 10;
/** 80 random bits: a hash without a salt is enough. */
const BYTES = 10;

/** Codes are bound to their account. */
export const hashOf = (userId: string, code: string): string => hashToken(`${userId} ${code}`);

export const generateCode = (): string =>
  new Secret({ buffer: new Uint8Array(randomBytes(BYTES)).buffer }).base32.toLowerCase();

/** As people read it: `abcd-efgh-ijkl-mnop`. */
export const withDashes = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1-');

/** Replaces all recovery codes with ten new ones. Only their hashes are stored. */
export async function makeRecoveryCodes(tx: Db, userId: string, now: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, generateCode);
  await replaceRecoveryCodes(
    tx,
    userId,
    codes.map((code) => hashOf(userId, code)),
    now,
  );
  return codes.map(withDashes);
}

/** Uses a recovery code up; returns how many are left and since when it was the person's, or null for a wrong one. */
export async function spendRecoveryCode(
  tx: Db,
  userId: string,
  code: string,
): Promise<{ left: number; since: string } | null> {
  const used = await consumeRecoveryCode(tx, userId, hashOf(userId, code));
  if (!used) return null;
  const { left } = await countRecoveryCodes(tx, userId);
  return { left, since: used.created_at };
}
