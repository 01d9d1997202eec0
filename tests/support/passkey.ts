import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { Person } from './http-client.ts';

const USER_PRESENT_AND_VERIFIED = 0x45;
const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;

/** A passkey without attestation, as a careless or hostile device makes it: its id is the same at every account. */
export function createPasskey(origin: string, id = randomBytes(16)) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const key = new Map<number, number | Uint8Array>([
    ...([
      [1, 2],
      [3, -7],
      [-1, 1],
    ] as const),
    [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
    [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
  ]);
  const authData = Buffer.concat([
    createHash('sha256').update(new URL(origin).hostname).digest(),
    Buffer.from([USER_PRESENT_AND_VERIFIED, 0, 0, 0, 0]),
    Buffer.alloc(16),
    Buffer.from([0, id.length]),
    id,
    isoCBOR.encode(key),
  ]);
  const attestation = new Map<string, unknown>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', new Uint8Array(authData)],
  ]);
  const attestationObject = Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url');
  return {
    /** Adds it to the account of this person; `meanwhile` runs while the device makes it. */
    async addTo(person: Person, meanwhile = async () => {}, more: object = {}) {
      const factor = '/api/v1/user/second-factor';
      const { options } = (await person.post(`${factor}/passkeys/options`)).body;
      await meanwhile();
      const client = { type: 'webauthn.create', challenge: options.challenge, origin };
      const clientDataJSON = Buffer.from(JSON.stringify(client)).toString('base64url');
      const name = id.toString('base64url');
      return person.post(`${factor}/passkeys`, {
        ...more,
        passkey: {
          ...{ id: name, rawId: name, type: 'public-key', clientExtensionResults: {} },
          response: { clientDataJSON, attestationObject },
        },
      });
    },
    /** What the browser sends after this challenge; by default of its own site, by a verified person. */
    answer(
      challenge: string,
      { at = origin, counter = 0, isVerified = true }: PasskeyAnswer = {},
    ): object {
      const data = Buffer.alloc(37);
      createHash('sha256').update(new URL(origin).hostname).digest().copy(data);
      data[32] = USER_PRESENT + (isVerified ? USER_VERIFIED : 0);
      data.writeUInt32BE(counter, 33);
      const client = JSON.stringify({ type: 'webauthn.get', challenge, origin: at });
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
      const name = id.toString('base64url');
      return {
        ...{ id: name, rawId: name, type: 'public-key', clientExtensionResults: {} },
        response: {
          clientDataJSON: Buffer.from(client).toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', signed, privateKey).toString('base64url'),
        },
      };
    },
  };
}

interface PasskeyAnswer {
  at?: string;
  counter?: number;
  isVerified?: boolean;
}
