/** Storage that never fails: what the browser refuses to keep, because it is full or forbidden, stays until the page is left. */
class PageStorage {
  readonly #browser: () => Storage;
  #found?: Storage;
  readonly #refused = new Map<string, string>();

  constructor(browser: () => Storage) {
    this.#browser = browser;
  }

  get(key: string): string | null {
    return this.#refused.get(key) ?? this.#ask((storage) => storage.getItem(key)) ?? null;
  }

  set(key: string, value: string): void {
    this.#refused.delete(key);
    if (this.#keep(key, value)) return;
    // A value that is no longer true must not come back on the next page. Without it, the new one may fit.
    this.remove(key);
    if (!this.#keep(key, value)) this.#refused.set(key, value);
  }

  remove(key: string): void {
    this.#refused.delete(key);
    this.#ask((storage) => storage.removeItem(key));
  }

  keys(): string[] {
    return [...(this.#ask((storage) => Object.keys(storage)) ?? []), ...this.#refused.keys()];
  }

  /** Whether the next page will find it. */
  isKept(key: string): boolean {
    return !this.#refused.has(key);
  }

  readonly #keep = (key: string, value: string): boolean =>
    this.#ask((storage) => {
      storage.setItem(key, value);
      return true;
    }) ?? false;

  #ask<T>(what: (storage: Storage) => T): T | undefined {
    try {
      this.#found ??= this.#browser();
      return what(this.#found);
    } catch {
      return undefined;
    }
  }
}

export const browserStorage = new PageStorage(() => localStorage);
/** Of this tab. */
export const tabStorage = new PageStorage(() => sessionStorage);
