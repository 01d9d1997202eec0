import { readBytes } from '../../../db/files/file-store.ts';
import type { User } from '../../../db/schema.ts';
import { iso } from '../../platform/clock.ts';
import { findMedia } from '../../platform/files/queries.ts';
import { exportPerson } from '../../platform/personal-data.ts';
import type { Services } from '../../platform/services.ts';
import { toAccountDto } from './dto.ts';
import { LIMITS } from './rate-limits.ts';

/** Exports what is stored about a user: no hashes, no tokens, no data of other people. */
export async function exportAccount(services: Services, user: User) {
  await services.limits.take(LIMITS.export, user.id);
  return gatherData(services, user);
}

/** Exports the same, and what the owner has written about the person, for a person who asks the owner for it. */
export async function exportOnRequest(services: Services, user: User, owner: User) {
  await services.limits.take(LIMITS.export, owner.id);
  return gatherData(services, user, { onRequest: true });
}

async function gatherData(services: Services, user: User, options = {}) {
  const { db } = services.store;
  const picture = user.avatar_hash ? await findMedia(db, user.avatar_hash) : undefined;
  const bytes = picture && (await readBytes(services.files, picture.file_hash));
  return {
    exportedAt: iso(services.clock()),
    account: {
      ...toAccountDto(user),
      assistantSince: user.assistant_since,
      billing: user.billing && JSON.parse(user.billing),
      picture: bytes ? `data:${picture.mime};base64,${bytes.toString('base64')}` : null,
    },
    ...(await exportPerson(db, services.personalData, user, options)),
  };
}
