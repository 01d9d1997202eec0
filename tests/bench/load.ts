import { connect } from 'node:net';
import { serve } from './child.ts';

/** One request, sent again and again on each of the connections for a while. */
export interface Load {
  port: number;
  request: string;
  status: number;
  connections: number;
  ms: number;
}

export interface Loaded {
  count: number;
  ms: number;
}

const HEAD_END = '\r\n\r\n';
const BUFFER = 64 * 1024;

// Bare sockets: a whole HTTP client would cost more than the servers it measures.
serve<Load>({}, async (load) => {
  const started = performance.now();
  const ends = started + load.ms;
  const counts = await Promise.all(
    Array.from({ length: load.connections }, () => askUntil(load, ends)),
  );
  const count = counts.reduce((sum, each) => sum + each, 0);
  return { count, ms: performance.now() - started } satisfies Loaded;
});

function askUntil(load: Load, ends: number): Promise<number> {
  const request = Buffer.from(load.request);
  const space = Buffer.allocUnsafeSlow(BUFFER);
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  let count = 0;
  let owed = 0;
  let head = '';

  function finished(): void {
    count += 1;
    if (performance.now() < ends) socket.write(request);
    else socket.destroy();
  }

  function read(bytes: Buffer): void {
    if (owed > 0) {
      owed -= bytes.length;
      if (owed === 0) finished();
      return;
    }
    const end = head === '' ? bytes.indexOf(HEAD_END) : -1;
    const text = end < 0 ? head + bytes.toString('latin1') : bytes.toString('latin1', 0, end + 4);
    const at = text.indexOf(HEAD_END);
    if (at < 0) {
      head = text;
      return;
    }
    const have = end < 0 ? text.length : bytes.length;
    head = '';
    if (Number(text.slice(9, 12)) !== load.status) {
      socket.destroy(new Error(`not ${load.status}: ${text.slice(0, 400)}`));
      return;
    }
    owed = at + 4 + lengthIn(text) - have;
    if (owed === 0) finished();
  }

  const socket = connect({
    port: load.port,
    host: '127.0.0.1',
    noDelay: true,
    onread: {
      buffer: space,
      callback(size) {
        read(space.subarray(0, size));
        return true;
      },
    },
  });
  socket.once('connect', () => socket.write(request));
  socket.once('error', reject);
  socket.once('close', () => resolve(count));
  return promise;
}

const lengthIn = (head: string): number =>
  Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0);
