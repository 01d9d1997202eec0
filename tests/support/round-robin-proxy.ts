import { Agent, createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';

/** A proxy that gives each request and each socket to the next process that is ready. It never tries twice. */
export interface RoundRobinProxy {
  origin: string;
  /** How many requests each process has received, by its origin. */
  counts: Map<string, number>;
  /** Why it answered 502. */
  failures: string[];
  add(origin: string): void;
  remove(origin: string): void;
  /** Those that answered `/readyz` with 200 when last asked. */
  ready(): string[];
  /** How many answers of `/readyz` it has seen. */
  checks(): number;
  close(): Promise<void>;
}

const CHECK_MS = 100;

export async function openRoundRobinProxy(): Promise<RoundRobinProxy> {
  const backends = new Map<string, { isReady: boolean; agent: Agent }>();
  const counts = new Map<string, number>();
  const failures: string[] = [];
  let turn = 0;
  let checks = 0;

  async function check(origin: string): Promise<void> {
    const backend = backends.get(origin);
    if (!backend) return;
    const answer = await fetch(`${origin}/readyz`).catch(() => null);
    await answer?.arrayBuffer();
    backend.isReady = answer?.status === 200;
    checks += 1;
  }
  const timer = setInterval(() => {
    for (const origin of backends.keys()) void check(origin);
  }, CHECK_MS);

  const ready = () => [...backends].filter(([, { isReady }]) => isReady).map(([origin]) => origin);
  function next(): string | undefined {
    const origins = ready();
    turn += 1;
    const origin = origins[turn % origins.length];
    if (origin) counts.set(origin, (counts.get(origin) ?? 0) + 1);
    return origin;
  }
  const headersOf = (incoming: IncomingMessage) => ({
    ...incoming.headers,
    'x-forwarded-for': incoming.socket.remoteAddress ?? '',
    'x-forwarded-proto': 'http',
  });

  const server: Server = createServer((incoming, outgoing) => {
    const origin = next();
    const backend = origin && backends.get(origin);
    if (!backend) {
      failures.push(`${incoming.method} ${incoming.url}: no process is ready`);
      outgoing.writeHead(502).end();
      return;
    }
    const upstream = request(
      new URL(incoming.url ?? '/', origin),
      { method: incoming.method ?? 'GET', headers: headersOf(incoming), agent: backend.agent },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    upstream.on('error', (error) => {
      failures.push(`${incoming.method} ${incoming.url}: ${error}`);
      if (!outgoing.headersSent) outgoing.writeHead(502).end();
      else outgoing.destroy();
    });
    incoming.pipe(upstream);
  });
  server.on('upgrade', (incoming, client, head) => {
    const origin = next();
    if (!origin) return void client.destroy();
    const upstream = connect(Number(new URL(origin).port), '127.0.0.1');
    const lines = Object.entries(headersOf(incoming)).map(([name, value]) => `${name}: ${value}`);
    upstream.write(`GET ${incoming.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    upstream.write(head);
    for (const [end, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      end.on('error', () => other.destroy());
      end.on('close', () => other.destroy());
      end.pipe(other);
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    failures,
    ready,
    checks: () => checks,
    add: (origin) =>
      void backends.set(origin, { isReady: false, agent: new Agent({ keepAlive: true }) }),
    remove(origin) {
      backends.get(origin)?.agent.destroy();
      backends.delete(origin);
    },
    async close() {
      clearInterval(timer);
      for (const { agent } of backends.values()) agent.destroy();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
