const OWNER = 'kept-for';
/** Of the browser, not of a person. */
const STAYS = ['theme'];

/** Whose things this browser keeps; null for a visitor's. */
export function keptFor(): string | null {
  try {
    return localStorage.getItem(OWNER);
  } catch {
    return null;
  }
}

/**
 * Whatever this browser keeps is this person's from now on, what a visitor began as well. Nothing
 * stays of another person. Who is not verified yet owns nothing but what a visitor has.
 */
export function storedForUser(user: { _id: string; isVerified: boolean }): void {
  const owner = keptFor();
  if (owner && owner !== user._id) forget();
  try {
    if (user.isVerified) localStorage.setItem(OWNER, user._id);
  } catch {
    // Storage is closed to us: nothing was kept either.
  }
}

/** Removes what this browser keeps of a person. */
export function forget(): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (!STAYS.includes(key)) localStorage.removeItem(key);
    }
    // A browser tells other tabs only; the stores of this one want to hear of it too.
    dispatchEvent(new StorageEvent('storage'));
  } catch {
    // See above.
  }
}
