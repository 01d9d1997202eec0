import { vi } from 'vitest';
import type { Person } from '../support/http-client.ts';
import { cookiesOf } from '../support/socket-client.ts';
import type { TestApp } from '../support/test-app.ts';
import { type Storage, stubStorage } from './storage.ts';

/** The toasts of all pages that were opened. */
export const toasts: string[] = [];
vi.mock('../../src/components/toast.ts', () => ({
  toast: async (_kind: string, message: string) => {
    toasts.push(message);
  },
}));

/** Answers the calls to this path with a body of ours instead of the server's. */
export function answerWith(path: string, status: number, body: object): void {
  const toServer = globalThis.fetch;
  vi.stubGlobal('fetch', (async (input, init) =>
    String(input) === path
      ? Response.json(body, { status })
      : toServer(input, init)) as typeof fetch);
}

const real = globalThis.fetch;

/**
 * Opens a page: stores that are imported afterwards start empty, persist to this storage and send
 * requests to the real server as this person. Timers of a page that was left still run and write to
 * the storage of that page, because each page has its own copy of `src/lib/storage.ts`, which keeps what it found.
 */
export async function openPage(app: TestApp, person: Person, storage: Storage): Promise<void> {
  vi.resetModules();
  await person.get('/api/v1/user/check-token');
  const asked: typeof fetch = (input, init = {}) => {
    if (!String(input).startsWith('/')) return real(input, init);
    const headers = new Headers(init.headers);
    headers.set('Cookie', cookiesOf(person));
    headers.set('Origin', app.origin);
    return real(app.origin + String(input), { ...init, headers });
  };
  stubStorage(storage);
  vi.stubGlobal('location', { origin: app.origin, assign: () => {} });
  vi.stubGlobal('fetch', asked);
  vi.stubGlobal('document', {
    get cookie() {
      return cookiesOf(person);
    },
    documentElement: { dataset: {} },
    querySelector: () => null,
  });
}
