import { setPersistentEngine } from '@nanostores/persistent';
import { vi } from 'vitest';
import type { FlakyProxy } from '../support/flaky-proxy.ts';
import type { Person } from '../support/http-client.ts';
import { cookiesOf } from '../support/socket-client.ts';
import type { TestApp } from '../support/test-app.ts';

/** What a browser keeps over a reload. */
export type Storage = Record<string, string>;

export const toasts: string[] = [];
/** The same toasts with their second lines and ids. */
export const toastDetails: { message: string; detail?: string; id?: string }[] = [];
vi.mock('../../src/components/toast.ts', () => ({
  toast: async (_kind: string, message: string, options: object = {}) => {
    toasts.push(message);
    toastDetails.push({ message, ...options });
  },
}));

/** What a window is to the stores; a test turns its back by `focused = false`. */
export const look = { focused: true, rings: 0 };

/**
 * The stores of a page, freshly loaded as after a reload, without React: signed in as this person, on
 * the real server at the other end of the wire.
 */
export async function openTab(
  world: TestApp,
  person: Person,
  wire: FlakyProxy,
  storage: Storage = {},
) {
  vi.resetModules();
  setPersistentEngine(storage, { addEventListener() {}, removeEventListener() {} });
  const { body } = await person.get('/api/v1/user/check-auth-user');
  stubWindow(world, person, wire);
  const [chat, reading, talk, outbox, drafts, news, orders, follow, session, socket] =
    await Promise.all([
      import('../../src/features/chat/actions.ts'),
      import('../../src/features/chat/scroll-history.ts'),
      import('../../src/features/chat/conversation.ts'),
      import('../../src/features/chat/outbox.ts'),
      import('../../src/features/chat/drafts.ts'),
      import('../../src/features/notifications/stores.ts'),
      import('../../src/features/orders/stores.ts'),
      import('../../src/features/buyer-area/live-orders.ts'),
      import('../../src/features/account/session.ts'),
      import('../../src/lib/socket.ts'),
    ]);
  session.setSignedIn(body.data);
  await socket.openSocket(body.data._id, {
    address: wire.origin,
    forceNew: true,
    reconnectionDelay: 20,
    reconnectionDelayMax: 40,
    // In small letters: the library adds its own cookies under that name.
    extraHeaders: { cookie: cookiesOf(person), origin: world.origin },
  });
  const stops = [news.followSession(), follow.followOrders(), chat.sendLeftovers()];
  return {
    ...{ chat, reading, talk, outbox, drafts, news, orders },
    online: () => vi.waitFor(() => is(socket.$connection.get(), 'online'), { timeout: 8_000 }),
    away: () => vi.waitFor(() => is(socket.$connection.get(), 'away'), { timeout: 8_000 }),
    close() {
      chat.closeChat();
      for (const stop of stops) stop();
      socket.closeSocket();
    },
  };
}

export type Tab = Awaited<ReturnType<typeof openTab>>;

function is<T>(found: T, wanted: T): void {
  if (found !== wanted) throw new Error(`it is ${String(found)}, not ${String(wanted)}`);
}

function stubWindow(world: TestApp, person: Person, wire: FlakyProxy): void {
  Object.assign(look, { focused: true, rings: 0 });
  vi.stubGlobal('document', {
    cookie: cookiesOf(person),
    title: 'Orders',
    documentElement: { dataset: {} },
    hasFocus: () => look.focused,
  });
  vi.stubGlobal(
    'Audio',
    class {
      currentTime = 0;
      async play() {
        look.rings += 1;
      }
    },
  );
  const real = globalThis.fetch;
  const direct = 'direct' in real ? (real.direct as typeof fetch) : real;
  const asPage: typeof fetch = (input, init = {}) => {
    const path = String(input);
    if (!path.startsWith('/')) return direct(input, init);
    const headers = new Headers(init.headers);
    headers.set('Cookie', cookiesOf(person));
    headers.set('Origin', world.origin);
    return direct(wire.origin + path, { ...init, headers });
  };
  vi.stubGlobal('fetch', Object.assign(asPage, { direct }));
}
