const OWNER = 'kept-for';
/** Of the browser, not of a person. */
const STAYS = ['theme'];

/**
 * Whatever this browser keeps is this person's from now on; null for nobody. It takes over what a
 * visitor began, and nothing of the person before.
 */
export function keepFor(userId: string | null, before: string | null): void {
  try {
    const owner = localStorage.getItem(OWNER) ?? before;
    if (owner && owner !== userId) forget();
    if (userId) localStorage.setItem(OWNER, userId);
  } catch {
    // Storage is closed to us: nothing was kept either.
  }
}

function forget(): void {
  for (const key of Object.keys(localStorage)) {
    if (!STAYS.includes(key)) localStorage.removeItem(key);
  }
  // A browser tells other tabs only; the stores of this one want to hear of it too.
  dispatchEvent(new StorageEvent('storage'));
}
