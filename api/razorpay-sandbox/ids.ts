import { createHash, createHmac, randomInt } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Generates an id with 14 alphanumeric, case-sensitive characters, like the provider's. */
export function makeId(
  prefix: 'order' | 'pay' | 'rfnd' | 'card' | 'disp' | 'doc' | 'down' | 'event',
): string {
  let tail = '';
  while (tail.length < 14) tail += ALPHABET.charAt(randomInt(ALPHABET.length));
  return prefix === 'event' ? tail : `${prefix}_${tail}`;
}

/** The account id. Derived from the key, so that it is the same after a restart. */
export function accountOf(keyId: string): string {
  const digest = createHash('sha256').update(keyId).digest();
  const tail = [...digest.subarray(0, 14)].map((byte) => ALPHABET.charAt(byte % 62)).join('');
  return `acc_${tail}`;
}

/** Lower-case hex HMAC-SHA256, for checkout and webhook signatures. */
export function sign(secret: string, message: string): string {
  return createHmac('sha256', secret).update(message).digest('hex');
}
