import { clearScreenCache, storageOwner } from '../../lib/screen-cache.ts';
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
  try {
    if (user.isVerified) localStorage.setItem(STORAGE_OWNER_KEY, user._id);
  } catch {
    // Without access to storage there is nothing to assign.
  }
}

/** Removes everything that belongs to a person from storage. */
export function clearPersonalStorage(): void {
  clearScreenCache();
  try {
    for (const key of Object.keys(localStorage)) {
      if (!BROWSER_KEYS.includes(key)) localStorage.removeItem(key);
    }
    // Browsers notify other tabs only; the stores of this tab must be updated too.
    dispatchEvent(new StorageEvent('storage'));
  } catch {
    // Without access to storage there is nothing to remove.
  }
}
