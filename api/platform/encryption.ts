import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts secrets, so that they cannot be read in a copied database. */
export interface Encryption {
  encrypt(text: string): Buffer;
  /** Decrypts a text; null if it was encrypted with a different key. */
  decrypt(encrypted: Buffer): string | null;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM with a 32-byte key. */
export const createEncryption = (key: Buffer): Encryption => ({
  encrypt(text) {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', key, nonce);
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), body]);
  },
  decrypt(encrypted) {
    const bodyAt = NONCE_BYTES + TAG_BYTES;
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, encrypted.subarray(0, NONCE_BYTES));
      decipher.setAuthTag(encrypted.subarray(NONCE_BYTES, bodyAt));
      const body = [decipher.update(encrypted.subarray(bodyAt)), decipher.final()];
      return Buffer.concat(body).toString('utf8');
    } catch {
      return null;
    }
  },
});

/** Derives a key for one purpose from the installation's key (HKDF). */
export const deriveKey = (key: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', Buffer.from(key, 'base64'), '', purpose, 32));
