import { createHash, createHmac, randomInt } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** 14 alphanumeric, case-sensitive characters, like the provider's ids. */
export function makeId(
  prefix: 'order' | 'pay' | 'rfnd' | 'card' | 'disp' | 'doc' | 'event',
): string {
  let tail = '';
  while (tail.length < 14) tail += ALPHABET.charAt(randomInt(ALPHABET.length));
  return prefix === 'event' ? tail : `${prefix}_${tail}`;
}

/** The account id is derived from the key, so it stays the same over restarts. */
export function accountOf(keyId: string): string {
  const digest = createHash('sha256').update(keyId).digest();
  const tail = [...digest.subarray(0, 14)].map((byte) => ALPHABET.charAt(byte % 62)).join('');
  return `acc_${tail}`;
}

/** Lower-case hex HMAC-SHA256, for checkout and webhook signatures. */
export function sign(secret: string, message: string): string {
  return createHmac('sha256', secret).update(message).digest('hex');
}
