import { atom } from 'nanostores';
import { useEffect } from 'react';
import { combineCleanups } from '../lib/combine-cleanups.ts';
import { onReconnected, onSocketEvent } from '../lib/socket.ts';

/** Incremented when the counts of the menu show a change from before the socket was connected. */
export const $missedChanges = atom(0);

/**
 * Loads at once and again when an order changes, when the owner reads messages, and after each
 * reconnection. With `onlyOrder`, changes of other orders are ignored. Returns a function that stops it.
 */
export function reloadOnChanges(load: () => Promise<void>, onlyOrder?: string): () => void {
  let isRunning = false;
  let isStale = false;
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
  void refresh();
  return combineCleanups(
    onSocketEvent<{ orderId: string }>('orderChanged', ({ orderId }) => {
      if (!onlyOrder || onlyOrder === orderId) void refresh();
    }),
    onSocketEvent('notificationsRead', () => void refresh()),
    onReconnected(() => void refresh()),
    $missedChanges.listen(() => void refresh()),
  );
}

/** Keeps the data of a screen up to date while it is open. */
export const useLiveUpdates = (load: () => Promise<void>): void =>
  useEffect(() => reloadOnChanges(load), [load]);
