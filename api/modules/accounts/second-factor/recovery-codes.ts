import { randomBytes } from 'node:crypto';
import { Secret } from 'otpauth';
import type { Db } from '../../../../db/database.ts';
import { hashToken } from '../../../platform/ids.ts';
import { RECOVERY_CODES } from './limits.ts';
import { consumeRecoveryCode, replaceRecoveryCodes } from './queries.ts';

/** 80 random bits: a hash without a salt is enough. */
const BYTES = 10;

const hashOf = (userId: string, code: string): string => hashToken(`${userId} ${code}`);

/** Replaces all recovery codes with ten new ones. Only their hashes are stored. */
export async function makeRecoveryCodes(tx: Db, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    new Secret({ buffer: new Uint8Array(randomBytes(BYTES)).buffer }).base32.toLowerCase(),
  );
  await replaceRecoveryCodes(
    tx,
    userId,
    codes.map((code) => hashOf(userId, code)),
  );
  return codes.map((code) => code.replace(/(.{4})(?=.)/g, '$1-'));
}

export const spendRecoveryCode = (tx: Db, userId: string, code: string): Promise<boolean> =>
  consumeRecoveryCode(tx, userId, hashOf(userId, code));
