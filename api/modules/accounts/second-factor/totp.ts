import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';
import type { User } from '../../../../db/schema.ts';
import { type Tx, transaction } from '../../../../db/transaction.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import type { Services } from '../../../platform/services.ts';
import { confirmTotpSecret, consumeTotpStep, findTotp, upsertTotp } from './queries.ts';
import { OTHER_KEY, TOTP_NOT_STARTED } from './texts.ts';

const PERIOD_SECONDS = 30;
/** Accepts a clock that is up to half a minute wrong. */
const STEPS_AROUND = 1;

const totpOf = (secret: Secret, names: { label: string; issuer?: string }) =>
  new TOTP({ ...names, secret, digits: 6, period: PERIOD_SECONDS });

/** Creates a new secret for an app. It becomes valid when a code from it is confirmed. */
export async function startTotp(services: Services, user: User) {
  const secret = new Secret();
  const encrypted = services.encryption.encrypt(secret.base32);
  const stored = await transaction(services, (tx) => upsertTotp(tx, user.id, encrypted));
  if (!stored) throw new ApiError(409, 'Remove the app that is set up first.');
  const { studio: issuer } = await services.readBrand(services.store.db);
  const uri = totpOf(secret, { label: user.email, issuer }).toString();
  return { secret: secret.base32, qr: renderSVG(uri, { border: 2 }) };
}

/** Marks the new secret as valid. Call it only after its code was checked. */
export async function confirmTotp(tx: Tx, user: User, now: string): Promise<void> {
  const confirmed = await confirmTotpSecret(tx, user.id, now);
  if (!confirmed) throw new ApiError(409, TOTP_NOT_STARTED);
}

/** Checks a code of the app and marks it as used. */
export async function consumeTotp(
  tx: Tx,
  { clock, encryption }: Services,
  user: User,
  { code, isNew = false }: { code: string; isNew?: boolean },
): Promise<boolean> {
  const row = await findTotp(tx, user.id);
  if (!row || (row.confirmed_at === null) !== isNew) return false;
  const base32 = encryption.decrypt(row.encrypted);
  if (base32 === null) throw new ApiError(409, OTHER_KEY, { field: 'code' });
  const timestamp = clock().getTime();
  const totp = totpOf(Secret.fromBase32(base32), { label: user.email });
  const delta = totp.validate({ token: code, timestamp, window: STEPS_AROUND });
  if (delta === null) return false;
  return consumeTotpStep(tx, user.id, Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta);
}
