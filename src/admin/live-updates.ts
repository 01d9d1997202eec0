import { useEffect } from 'react';
import { onSocketEvent, whenOnline } from '../lib/socket.ts';

/**
 * Loads at once and again when an order changes, when the owner reads messages, and after each
 * reconnection. With `onlyOrder`, changes of other orders are ignored. Returns a function that stops it.
 */
export function keepUpToDate(load: () => Promise<void>, onlyOrder?: string): () => void {
  let isRunning = false;
  let isStale = false;
  let isStarted = false;
  const refresh = async () => {
    if (isRunning) {
      isStale = true;
      return;
    }
    isRunning = true;
    do {
      isStale = false;
      await load();
    } while (isStale);
    isRunning = false;
  };
  const stops = [
    onSocketEvent<{ orderId: string }>('orderChanged', ({ orderId }) => {
      if (!onlyOrder || onlyOrder === orderId) void refresh();
    }),
    onSocketEvent('notificationsRead', () => void refresh()),
    whenOnline(() => {
      // Called at once when already online; the first load follows below anyway.
      if (isStarted) void refresh();
    }),
  ];
  void refresh();
  isStarted = true;
  return () => {
    for (const stop of stops) stop();
  };
}

/** Keeps the data of a screen up to date while it is open. */
export const useLiveUpdates = (load: () => Promise<void>): void =>
  useEffect(() => keepUpToDate(load), [load]);
