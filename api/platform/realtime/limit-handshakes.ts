import type { Socket } from 'node:net';

/**
 * Limits the connections per key that have not joined yet. A connection counts until the returned function is
 * called or it closes. Returns null above the limit.
 */
export function createHandshakeLimit(most: number) {
  const counts = new Map<string, number>();
  return (key: string, connection: Socket): (() => void) | null => {
    const open = counts.get(key) ?? 0;
    if (open >= most || connection.destroyed) return null;
    counts.set(key, open + 1);
    let counted = true;
    const end = () => {
      if (!counted) return;
      counted = false;
      connection.off('close', end);
      const left = (counts.get(key) ?? 1) - 1;
      if (left > 0) counts.set(key, left);
      else counts.delete(key);
    };
    connection.once('close', end);
    return end;
  };
}
