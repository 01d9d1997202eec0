import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy that can drop its connections and accept them again, to the same server or another one. */
export interface DisconnectingProxy {
  origin: string;
  disconnect(): void;
  reconnect(to?: string): void;
  /** Ends the connections once, after so many bytes more from the server; resolves then. */
  cutAfter(bytes: number): Promise<void>;
  close(): Promise<void>;
}

export async function openDisconnectingProxy(to: string): Promise<DisconnectingProxy> {
  let target = new URL(to);
  const sockets = new Set<Socket>();
  let isUp = true;
  let left = Number.POSITIVE_INFINITY;
  let cut = () => {};
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const [end, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(end);
      end.on('error', () => other.destroy());
      end.on('close', () => {
        sockets.delete(end);
        other.destroy();
      });
      end.pipe(other);
    }
    upstream.on('data', ({ length }) => {
      left -= length;
      if (left > 0) return;
      left = Number.POSITIVE_INFINITY;
      for (const socket of sockets) socket.destroy();
      cut();
    });
    if (!isUp) client.destroy();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const disconnect = () => {
    isUp = false;
    for (const socket of sockets) socket.destroy();
  };
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    disconnect,
    reconnect: (other) => {
      if (other) target = new URL(other);
      isUp = true;
    },
    cutAfter: (bytes) =>
      new Promise((resolve) => {
        left = bytes;
        cut = resolve;
      }),
    async close() {
      disconnect();
      await new Promise((done) => server.close(done));
    },
  };
}
