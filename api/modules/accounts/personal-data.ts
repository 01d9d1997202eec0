import type { Db } from '../../../db/database.ts';
import {
  flag,
  type PersonalData,
  type PersonalTable,
  parsed,
} from '../../platform/personal-data.ts';
import { deleteMailedCodes } from './code-queries.ts';
import { listKeys, suspendKeys } from './second-factor/suspended-keys.ts';

const ofUser = { of: 'user_id', erased: 'rows' } as const;

/** Whatever opens an account but its password. */
const CREDENTIALS = {
  sessions: {
    ...{ ...ofUser, as: 'devices', by: 'created_at' },
    exported: 'user_agent created_at seen_at',
    names: { user_agent: 'device', created_at: 'startedAt', seen_at: 'lastSeen' },
    unexported: {
      secret: 'token_hash',
      'for how long it opens the account': 'expires_at confirmed_at proof_at',
    },
  },
  devices: {
    ...ofUser,
    unexported: { 'hashes by which a browser is known again': 'token_hash network created_at' },
  },
  mailed_codes: {
    ...{ ...ofUser, as: 'addressesToConfirm', by: 'expires_at' },
    exported: 'email',
    unexported: { secret: 'key code_hash tries expires_at' },
  },
  password_links: { ...ofUser, unexported: { secret: 'token_hash source expires_at' } },
  totp_secrets: { ...ofUser, unexported: { secret: 'encrypted confirmed_at last_step' } },
  recovery_codes: { ...ofUser, unexported: { secret: 'code_hash created_at' } },
  suspended_keys: {
    ...ofUser,
    unexported: { 'keys out of use, with their secrets': 'kind rows added_at' },
  },
  passkeys: {
    ...{ ...ofUser, as: 'passkeys', by: 'created_at' },
    exported: 'name transports created_at used_at second_factor',
    formats: { transports: parsed, second_factor: flag },
    unexported: { 'keys, which the device of the person has': 'public_key counter' },
  },
  challenges: { ...ofUser, unexported: { secret: 'key challenge expires_at' } },
} as const satisfies Record<string, PersonalTable>;

export const personalData: PersonalData = {
  tables: {
    ...CREDENTIALS,
    // `eraseUser` empties every column that it does not name.
    users: {
      of: 'id',
      exported:
        'name email role avatar_hash is_verified last_login_at created_at assistant_since billing',
      unexported: {
        secret: 'password_hash password_set_at',
        'until when no code is sent': 'codes_blocked_at',
        'an address of the shop, until their own is confirmed': 'next_path',
      },
    },
    assistant_invitations: {
      ...{ of: 'email', erased: 'rows' },
      unexported: { 'an address that nobody has confirmed': 'token_hash created_at expires_at' },
    },
  },
  listKeys,
  suspend: suspendKeys,
  erase: deleteMailedCodes,
};

export async function deleteCredentials(tx: Db, userId: string): Promise<void> {
  for (const table of Object.keys(CREDENTIALS) as (keyof typeof CREDENTIALS)[])
    await tx.deleteFrom(table).where('user_id', '=', userId).execute();
}
