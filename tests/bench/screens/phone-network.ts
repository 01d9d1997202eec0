import { createServer, type IncomingMessage, type RequestListener, request } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';

const RTT_MS = 150;
const DOWN = 1_600_000 / 8 / 1_000;
const UP = 750_000 / 8 / 1_000;
/** Small enough that files that are sent at the same time arrive together. */
const PIECE = 4_096;

/**
 * A phone's connection to the app: 1.6 Mbit/s down, 0.75 up, 150 ms there and back, shared by all sockets. What
 * `own` has at an address comes from there.
 */
export async function openPhoneNetwork(
  port: number,
  appPort: number,
  own: Record<string, RequestListener>,
): Promise<{ close(): void }> {
  const front = createServer((incoming, outgoing) => {
    const answer = own[incoming.url ?? ''];
    if (answer) return void answer(incoming, outgoing);
    const { method = 'GET', url: path = '/', rawHeaders: headers } = incoming;
    const to = { host: '127.0.0.1', port: appPort, method, path, headers };
    const sent = request(to, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.rawHeaders);
      response.pipe(outgoing);
    });
    sent.on('error', () => outgoing.destroy());
    incoming.pipe(sent);
  });
  front.on('upgrade', ({ url, rawHeaders }: IncomingMessage, socket: Socket) => {
    const upstream = connect(appPort, '127.0.0.1');
    const lines = rawHeaders.map((each, at) => each + (at % 2 ? '\r\n' : ': '));
    upstream.write(`GET ${url} HTTP/1.1\r\n${lines.join('')}\r\n`);
    upstream.pipe(socket).pipe(upstream);
    for (const each of [socket, upstream]) each.on('error', () => {});
  });
  await new Promise<void>((done) => front.listen(0, '127.0.0.1', done));
  const { port: frontPort } = front.address() as AddressInfo;
  const [down, up] = [createLine(DOWN), createLine(UP)];
  const sockets = new Set<Socket>();
  const phone = createTcpServer((socket) => {
    const upstream = connect(frontPort, '127.0.0.1');
    // A new connection has its handshake first.
    carry(socket, upstream, up, RTT_MS);
    carry(upstream, socket, down, 0);
    for (const each of [socket, upstream]) sockets.add(each.setNoDelay());
  });
  await new Promise<void>((done) => phone.listen(port, '127.0.0.1', done));
  return {
    close() {
      for (const each of sockets) each.destroy();
      phone.close();
      front.close();
    },
  };
}

/** The time at which so many bytes, sent now, have passed a line of so many bytes a millisecond. */
function createLine(rate: number): (bytes: number) => number {
  let free = 0;
  return (bytes) => {
    free = Math.max(free, performance.now()) + bytes / rate;
    return free;
  };
}

function carry(from: Socket, to: Socket, line: (bytes: number) => number, firstMs: number): void {
  let earliest = performance.now() + firstMs;
  const at = (bytes: number, run: () => void) => {
    earliest = Math.max(earliest, line(bytes));
    setTimeout(run, earliest + RTT_MS / 2 - performance.now());
  };
  from.on('data', (data: Buffer) => {
    for (let start = 0; start < data.length; start += PIECE) {
      const piece = data.subarray(start, start + PIECE);
      at(piece.length, () => void (to.destroyed || to.write(piece)));
    }
  });
  from.on('end', () => at(0, () => void to.end()));
  from.on('error', () => to.destroy());
  from.on('close', () => at(0, () => void to.end()));
}
