import { vi } from 'vitest';
import type { DisconnectingProxy } from '../support/disconnecting-proxy.ts';
import type { Person } from '../support/http-client.ts';
import { cookiesOf } from '../support/socket-client.ts';
import type { TestApp } from '../support/test-app.ts';
import { waitFor } from '../support/wait-for.ts';
import { Storage, stubStorage } from './storage.ts';

export const toasts: string[] = [];
/** The same toasts with details and ids. */
export const toastDetails: { message: string; detail?: string; id?: string }[] = [];
vi.mock('../../src/components/toast.ts', () => ({
  toast: async (_kind: string, message: string, options: object = {}) => {
    toasts.push(message);
    toastDetails.push({ message, ...options });
  },
}));

/** The state of the stubbed window; a test removes its focus with `focused = false`. */
export const browserWindow = { focused: true, soundsPlayed: 0 };

/**
 * The stores of a page after a reload, without React: signed in as this person and connected to the
 * real server through the proxy.
 */
export async function openTab(
  app: TestApp,
  person: Person,
  proxy: DisconnectingProxy,
  storage = new Storage(),
) {
  vi.resetModules();
  stubStorage(storage);
  const { body } = await person.get('/api/v1/user/check-auth-user');
  stubWindow(app, person, proxy);
  const [
    chat,
    scrollHistory,
    conversation,
    outbox,
    drafts,
    notifications,
    orders,
    follow,
    session,
    socket,
  ] = await Promise.all([
    import('../../src/features/chat/chat-actions.ts'),
    import('../../src/features/chat/scroll-history.ts'),
    import('../../src/features/chat/conversation-store.ts'),
    import('../../src/features/chat/outbox.ts'),
    import('../../src/features/chat/chat-drafts.ts'),
    import('../../src/features/notifications/notifications-store.ts'),
    import('../../src/features/orders/orders-store.ts'),
    import('../../src/features/buyer-area/live-orders.ts'),
    import('../../src/features/account/session.ts'),
    import('../../src/lib/socket.ts'),
  ]);
  session.setSignedIn(body.data);
  await socket.openSocket(body.data._id, {
    address: proxy.origin,
    forceNew: true,
    reconnectionDelay: 20,
    reconnectionDelayMax: 40,
    // Lower case, because the library adds its own cookies under that name.
    extraHeaders: { cookie: cookiesOf(person), origin: app.origin },
  });
  const stops = [
    notifications.followNotificationEvents(),
    follow.followOrders(),
    chat.resendUnsentMessages(),
  ];
  return {
    ...{ chat, scrollHistory, conversation, outbox, drafts, notifications, orders },
    online: () => waitFor(() => expectToBe(socket.$connection.get(), 'online')),
    disconnected: () => waitFor(() => expectToBe(socket.$connection.get(), 'reconnecting')),
    close() {
      chat.closeChat();
      for (const stop of stops) stop();
      socket.closeSocket();
    },
  };
}

export type Tab = Awaited<ReturnType<typeof openTab>>;

function expectToBe<T>(found: T, expected: T): void {
  if (found !== expected) throw new Error(`it is ${String(found)}, not ${String(expected)}`);
}

function stubWindow(app: TestApp, person: Person, proxy: DisconnectingProxy): void {
  Object.assign(browserWindow, { focused: true, soundsPlayed: 0 });
  vi.stubGlobal('document', {
    cookie: cookiesOf(person),
    title: 'Orders',
    documentElement: { dataset: {} },
    querySelector: () => null,
    hasFocus: () => browserWindow.focused,
  });
  vi.stubGlobal(
    'Audio',
    class {
      currentTime = 0;
      async play() {
        browserWindow.soundsPlayed += 1;
      }
    },
  );
  const currentFetch = globalThis.fetch;
  const originalFetch =
    'direct' in currentFetch ? (currentFetch.direct as typeof fetch) : currentFetch;
  const asPage: typeof fetch = (input, init = {}) => {
    const path = String(input);
    if (!path.startsWith('/')) return originalFetch(input, init);
    const headers = new Headers(init.headers);
    headers.set('Cookie', cookiesOf(person));
    headers.set('Origin', app.origin);
    return originalFetch(proxy.origin + path, { ...init, headers });
  };
  vi.stubGlobal('fetch', Object.assign(asPage, { direct: originalFetch }));
}
