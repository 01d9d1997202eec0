import { generateKeyPairSync } from 'node:crypto';
import { dkimSign } from 'mailauth/lib/dkim/sign.js';
import MailComposer from 'nodemailer/lib/mail-composer/index.js';

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

/** What the DNS says for every domain that signs here. */
export const dkimRecord = `v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`;
export const recordsOf = (...domains: string[]): Record<string, string[]> =>
  Object.fromEntries(domains.map((domain) => [`s1._domainkey.${domain}`, [dkimRecord]]));

export type MailParts = ConstructorParameters<typeof MailComposer>[0];

export const composeMail = (parts: MailParts): Promise<Buffer> =>
  new MailComposer(parts).compile().build();

interface Signing {
  domain: string;
  headers?: string;
  at?: Date;
  maxBodyLength?: number;
  /** Put before the mail after it was signed. */
  before?: string;
}

/** Signs a mail as the provider of this domain would. */
export async function signMail(raw: Buffer, signing: Signing): Promise<Buffer> {
  const {
    domain,
    headers = 'From:To:Subject:Date:Message-ID',
    at,
    maxBodyLength,
    before,
  } = signing;
  const { signatures } = await dkimSign(raw, {
    canonicalization: 'relaxed/relaxed',
    algorithm: 'rsa-sha256',
    signTime: at ?? new Date(),
    headerList: headers.split(':'),
    signatureData: [
      {
        signingDomain: domain,
        selector: 's1',
        privateKey,
        ...(maxBodyLength !== undefined && { maxBodyLength }),
      },
    ],
  } as Parameters<typeof dkimSign>[1]);
  return Buffer.concat([Buffer.from((before ?? '') + signatures), raw]);
}
