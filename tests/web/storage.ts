import { vi } from 'vitest';

/** A stand-in for localStorage: its keys are its own properties. */
export class Storage {
  [key: string]: unknown;
  getItem(key: string): string | null {
    return Object.hasOwn(this, key) ? String(this[key]) : null;
  }
  setItem(key: string, value: string): void {
    this[key] = value;
  }
  removeItem(key: string): void {
    delete this[key];
  }
}

/** One that is full, or that a setting forbids. */
export class RefusingStorage extends Storage {
  override setItem(): void {
    throw new DOMException('full', 'QuotaExceededError');
  }
}

/** The window of a page that keeps its data in this storage. */
export function stubStorage(storage: Storage): void {
  const window = new EventTarget();
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('window', window);
  vi.stubGlobal('dispatchEvent', (event: Event) => window.dispatchEvent(event));
  vi.stubGlobal('StorageEvent', class extends Event {});
}
