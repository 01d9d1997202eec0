import { afterEach, expect, test, vi } from 'vitest';
import { $connection, closeSocket, openSocket } from '../../src/lib/socket.ts';

afterEach(() => {
  closeSocket();
  vi.useRealTimers();
  vi.doUnmock('socket.io-client');
});

test('code that a restarting server did not send is asked for again while the browser is online', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('location', { origin: 'http://localhost' });
  vi.doMock('socket.io-client', () => {
    throw new Error('503');
  });
  const opened = openSocket('asha');
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
  const socket = { on: vi.fn(), onAny: vi.fn(), close: vi.fn() };
  vi.doMock('socket.io-client', () => ({ io: () => socket }));
  await vi.runAllTimersAsync();
  await opened;
  expect(socket.onAny).toHaveBeenCalledOnce();
  expect($connection.get()).toBe('connecting');
});
