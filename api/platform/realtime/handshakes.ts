import type { Socket } from 'node:net';

/** Limits connections that have not joined yet, per key. */
export class Handshakes {
  readonly #most: number;
  readonly #open = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Counts a connection until the returned function is called or it closes; null above the limit. */
  begin(key: string, connection: Socket): (() => void) | null {
    const open = this.#open.get(key) ?? 0;
    if (open >= this.#most || connection.destroyed) return null;
    this.#open.set(key, open + 1);
    let counted = true;
    const end = () => {
      if (!counted) return;
      counted = false;
      connection.off('close', end);
      const left = (this.#open.get(key) ?? 1) - 1;
      if (left > 0) this.#open.set(key, left);
      else this.#open.delete(key);
    };
    connection.once('close', end);
    return end;
  }
}
