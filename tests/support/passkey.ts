import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { Person } from './http-client.ts';

const USER_PRESENT_AND_VERIFIED = 0x45;

/** A passkey without attestation, as a careless or hostile device makes it: its id is the same at every account. */
export function createPasskey(origin: string, id = randomBytes(16)) {
  const { x = '', y = '' } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
  }).publicKey.export({ format: 'jwk' });
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
    async addTo(person: Person, meanwhile = async () => {}) {
      const factor = '/api/v1/user/second-factor';
      const { options } = (await person.post(`${factor}/passkeys/options`)).body;
      await meanwhile();
      const client = { type: 'webauthn.create', challenge: options.challenge, origin };
      const clientDataJSON = Buffer.from(JSON.stringify(client)).toString('base64url');
      const name = id.toString('base64url');
      return person.post(`${factor}/passkeys`, {
        passkey: {
          ...{ id: name, rawId: name, type: 'public-key', clientExtensionResults: {} },
          response: { clientDataJSON, attestationObject },
        },
      });
    },
  };
}
