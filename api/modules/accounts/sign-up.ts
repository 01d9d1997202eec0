import { isUniqueViolation } from '../../../db/database.ts';
import type { User } from '../../../db/schema.ts';
import { transaction } from '../../../db/transaction.ts';
import { iso } from '../../platform/clock.ts';
import { resizeAvatar } from '../../platform/files/avatar.ts';
import { storeMedia } from '../../platform/files/queries.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Services } from '../../platform/services.ts';
import { codeEmail } from './emails.ts';
import { hashPassword } from './hashing.ts';
import { isHeld } from './not-me.ts';
import { refuseGuessable } from './passwords.ts';
import { findUserByEmail, insertUser } from './queries.ts';
import { LIMITS, takeMail } from './rate-limits.ts';
import { USER_EXISTS } from './texts.ts';
import { drawSignUpCode, sendCode } from './verification-codes.ts';

/** Creates an unconfirmed account. Picture, row, code and mail are stored in one transaction. */
export async function signUp(
  services: Services,
  input: {
    name: string;
    email: string;
    password: string;
    avatar?: string | null | undefined;
    next?: string | null | undefined;
  },
): Promise<User> {
  const { db } = services.store;
  await refuseGuessable(services, input.password, { person: input });
  if ((await findUserByEmail(db, input.email)) || (await isHeld(db, services, input.email)))
    throw taken();
  await takeMail(services.limits, input.email);
  const drawnFor = { line: 'strangers', person: input.email } as const;
  const picture = input.avatar
    ? await services.files.write(await resizeAvatar(input.avatar, drawnFor))
    : null;
  const password_hash = await hashPassword(input.password);
  const id = newId();
  const now = iso(services.clock());
  for (const limit of [LIMITS.codePause, LIMITS.signUpCodes]) await services.limits.take(limit, id);
  const { code, row } = await drawSignUpCode(services.clock(), { id, email: input.email });
  try {
    return await transaction(services, async (tx) => {
      const made = await insertUser(tx, {
        id,
        name: input.name,
        email: input.email,
        password_hash,
        role: 'buyer',
        avatar_hash: picture
          ? await storeMedia(tx, { file: picture, mime: 'image/webp', now })
          : null,
        is_verified: 0,
        last_login_at: now,
        created_at: now,
        next_path: input.next ?? null,
      });
      await sendCode(tx, services, row, codeEmail(services.config, made.email, code));
      services.audit?.setActor(made);
      await services.audit?.record(tx);
      return made;
    });
  } catch (error) {
    throw isUniqueViolation(error) ? taken() : error;
  }
}

const taken = () => new ApiError(409, USER_EXISTS, { field: 'email' });
