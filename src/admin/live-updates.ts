import { useEffect } from 'react';
import { onSocketEvent, whenOnline } from '../lib/socket.ts';

/**
 * Loads, and loads again when an order has changed, when the owner has read messages, and after
 * each lost connection. `only` names the one order that matters. Returns what stops it.
 */
export function follow(load: () => Promise<void>, only?: string): () => void {
  let running = false;
  let again = false;
  let begun = false;
  const look = async () => {
    if (running) {
      again = true;
      return;
    }
    running = true;
    do {
      again = false;
      await load();
    } while (again);
    running = false;
  };
  const stops = [
    onSocketEvent<{ orderId: string }>('orderChanged', ({ orderId }) => {
      if (!only || only === orderId) void look();
    }),
    onSocketEvent('notificationsRead', () => void look()),
    whenOnline(() => {
      // What is being fetched at this moment needs no second look.
      if (begun) void look();
    }),
  ];
  void look();
  begun = true;
  return () => {
    for (const stop of stops) stop();
  };
}

/** A screen that shows what is there now, as long as it is open. */
export const useLive = (load: () => Promise<void>): void => useEffect(() => follow(load), [load]);
