import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A line to the shop that can be cut and mended, as a tunnel does to a telephone. */
export interface FlakyProxy {
  origin: string;
  disconnect(): void;
  reconnect(): void;
  close(): Promise<void>;
}

export async function openFlakyProxy(to: string): Promise<FlakyProxy> {
  const { hostname, port } = new URL(to);
  const lines = new Set<Socket>();
  let up = true;
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [end, other] of [
      [near, far],
      [far, near],
    ] as const) {
      lines.add(end);
      end.on('error', () => other.destroy());
      end.on('close', () => {
        lines.delete(end);
        other.destroy();
      });
      end.pipe(other);
    }
    if (!up) near.destroy();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const cut = () => {
    up = false;
    for (const line of lines) line.destroy();
  };
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    disconnect: cut,
    reconnect: () => {
      up = true;
    },
    async close() {
      cut();
      await new Promise((done) => server.close(done));
    },
  };
}
