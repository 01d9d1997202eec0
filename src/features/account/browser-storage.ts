import { clearScreenCache, storageOwner } from '../../lib/screen-cache.ts';
import { browserStorage } from '../../lib/storage.ts';
import { CURRENCY_KEY, STORAGE_OWNER_KEY, THEME_KEY } from '../../lib/storage-keys.ts';

export { storageOwner };

/** Keys that belong to the browser, not to a person. */
const BROWSER_KEYS = [CURRENCY_KEY, THEME_KEY];

/**
 * Assigns the stored data to this user, including what was stored as a visitor, and removes the data
 * of any other user. Unverified users do not become the owner.
 */
export function claimStorage(user: { _id: string; isVerified: boolean }): void {
  const owner = storageOwner();
  if (owner && owner !== user._id) clearPersonalStorage();
  if (user.isVerified) browserStorage.set(STORAGE_OWNER_KEY, user._id);
}

/** Removes everything that belongs to a person from storage. */
export function clearPersonalStorage(): void {
  clearScreenCache();
  for (const key of browserStorage.keys()) {
    if (!BROWSER_KEYS.includes(key)) browserStorage.remove(key);
  }
  // Browsers notify other tabs only; the stores of this tab must be updated too.
  dispatchEvent(new StorageEvent('storage'));
}
