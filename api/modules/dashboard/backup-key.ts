import { newKey, publicHalfOf } from '../../../db/encrypted-backup.ts';
import { transaction } from '../../../db/transaction.ts';
import { BACKUP_KEY, readBackupKey } from '../../platform/backups/backup-key.ts';
import { iso } from '../../platform/clock.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { replaceDocument } from '../../platform/saving/versions.ts';
import type { Services } from '../../platform/services.ts';
import { tellOwner } from '../accounts/owner.ts';

const SET_ON_SERVER = 'The server sets the key with BACKUP_KEY, which comes first.';

/**
 * Makes a key pair for copies elsewhere. Stores the public half and returns the private one, which nothing can show
 * again. `version` is the one of the key that the page has shown: another tab's is not replaced unseen.
 */
export async function makeBackupKey(services: Services, version: number): Promise<string> {
  if (services.config.backup?.key) throw new ApiError(409, SET_ON_SERVER);
  const key = await newKey();
  const publicHalf = await publicHalfOf(key);
  await transaction(services, async (tx) => {
    const before = await readBackupKey(tx);
    const madeAt = iso(services.clock());
    const document = { key: BACKUP_KEY, version, read: readBackupKey };
    await replaceDocument(tx, document, () => ({ publicHalf, madeAt }));
    services.audit?.addChanges({ publicHalf: [before.publicHalf || null, publicHalf] });
    await tellOwner(tx, services, {
      kind: 'backup key',
      subject: before.publicHalf
        ? 'The key of your backups was replaced'
        : 'A key for your backups was made',
      paragraphs: [
        before.publicHalf
          ? 'Copies elsewhere are encrypted for the new key from now on. Keep the old one, too: it opens the copies made before.'
          : 'Copies elsewhere are encrypted for it from now on. It was shown once: nothing opens them without it.',
      ],
      details: [['Public half', publicHalf]],
      ...{ label: 'See the backups', path: '/desk/backups' },
    });
  });
  return key;
}
