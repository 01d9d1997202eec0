// `node tests/bench/chat-load.ts`: a thousand people connected, 200 messages a second; each is stored and
// pushed, beside a bare socket.io server that only sends back and the bare flush of the disk, in the
// same run.
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { TEMPLATE } from '../support/paths.ts';
import { type Buyer, insertBuyers } from './chat-fixture.ts';
import { start } from './child.ts';
import { timeFlushes } from './disk-flush.ts';
import { cpuOf, rssOf } from './process-usage.ts';
import { startBenchApp } from './start-app.ts';

const PEOPLE = Number(process.env['PEOPLE'] ?? 1_000);
const PER_SECOND = 200;
const SECONDS = 8;
const ROUNDS = 3;
const AT_ONCE = 40;
const SETTLE_MS = 2_000;
// The app closes connections that were idle for five seconds.
const agent = new Agent({ keepAlive: true, maxSockets: 32, timeout: 4_000 });

interface Person {
  socket: Socket;
  buyer: Buyer;
}
type SendMessage = (person: Person, key: string) => Promise<void> | void;

const fixture = await insertBuyers(PEOPLE);
const app = await startBenchApp({
  app: fixture.dataDir,
  siteOrigin: TEMPLATE.siteOrigin,
} as Parameters<typeof startBenchApp>[0]);
const echo = await start<{ port: number }>('./echo.ts');
try {
  const ours = `http://127.0.0.1:${app.port}`;
  const theirs = `http://127.0.0.1:${echo.first.port}`;
  const [appIdle, echoIdle] = [rssOf(app.pid), rssOf(echo.pid)];
  const visitors = await connectAll(theirs, async () => {});
  const members = await connectAll(ours, async ({ socket, buyer }) => {
    const { success } = await socket.emitWithAck('joinConversation', buyer.conversationId);
    if (!success) throw new Error('a conversation was refused');
  });
  await pause(SETTLE_MS);
  const perConnection = {
    app: ((rssOf(app.pid) - appIdle) * 1024) / PEOPLE,
    echo: ((rssOf(echo.pid) - echoIdle) * 1024) / PEOPLE,
  };
  const sendToApp: SendMessage = ({ buyer }, key) => post(ours, buyer, key);
  const sendToEcho: SendMessage = ({ socket }, key) =>
    void socket.emit('say', { messageText: key });
  const results: Record<'app' | 'echo', number[]> = { app: [], echo: [] };
  const spent = { app: 0, echo: 0 };
  const pids = { app: app.pid, echo: echo.pid };
  let lost = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, people, send] of [
      ['echo', visitors, sendToEcho],
      ['app', members, sendToApp],
    ] as const) {
      const before = cpuOf(pids[name]) ?? Number.NaN;
      const { times, missing } = await measureDelivery(people, send);
      spent[name] += (cpuOf(pids[name]) ?? Number.NaN) - before;
      results[name].push(...times);
      lost += missing;
    }
  }
  const costOf = (name: 'app' | 'echo') =>
    `${Math.round(spent[name] / results[name].length)} µs of processor a message   ` +
    `${perConnection[name].toFixed(1)} kB a connection`;
  print('bare socket.io, echo', results.echo, costOf('echo'));
  print('bare insert, one FULL commit', await timeFlushes(fixture.dataDir));
  print('ours: POST, stored FULL, pushed', results.app, costOf('app'));
  console.log(`lost: ${lost}; shop under load ${Math.round(rssOf(app.pid))} MB`);
  for (const { socket } of [...visitors, ...members]) socket.close();
  agent.destroy();
} finally {
  await Promise.all([app.stop(), echo.stop()]);
  fixture.clear();
}

async function connectAll(origin: string, prepare: (person: Person) => Promise<void>) {
  const people: Person[] = [];
  for (let from = 0; from < PEOPLE; from += AT_ONCE) {
    const batch = fixture.buyers.slice(from, from + AT_ONCE).map(async (buyer) => {
      const socket = io(origin, {
        transports: ['websocket'],
        forceNew: true,
        reconnection: false,
        extraHeaders: { Origin: TEMPLATE.siteOrigin, Cookie: buyer.cookie },
      });
      await new Promise<void>((done, failed) => {
        socket.once('connect', done);
        socket.once('connect_error', failed);
      });
      const person = { socket, buyer };
      await prepare(person);
      return person;
    });
    people.push(...(await Promise.all(batch)));
  }
  return people;
}

/** Everybody sends messages in turn; returns the delivery time of each in milliseconds. */
async function measureDelivery(people: Person[], send: SendMessage) {
  const sent = new Map<string, number>();
  const times: number[] = [];
  const onMessage = ({ messageText }: { messageText: string }) => {
    const at = sent.get(messageText);
    if (at === undefined) return;
    sent.delete(messageText);
    times.push(performance.now() - at);
  };
  for (const { socket } of people) socket.on('newMessage', onMessage);
  const said: (Promise<void> | void)[] = [];
  const began = performance.now();
  for (let at = 0; at < PER_SECOND * SECONDS; at += 1) {
    const wait = began + (at * 1000) / PER_SECOND - performance.now();
    if (wait > 1) await pause(wait);
    const person = people[at % people.length];
    if (!person) break;
    const key = crypto.randomUUID();
    sent.set(key, performance.now());
    said.push(send(person, key));
  }
  await Promise.all(said);
  await pause(1_000);
  for (const { socket } of people) socket.off('newMessage', onMessage);
  return { times, missing: sent.size };
}

/** One message over a keep-alive connection; the bench ends when one is refused. */
function post(origin: string, buyer: Buyer, key: string): Promise<void> {
  const body = JSON.stringify({ orderId: buyer.orderId, messageText: key, clientId: key });
  return new Promise((done, failed) => {
    const asked = request(`${origin}/api/v1/communicate/send-message`, {
      method: 'POST',
      agent,
      headers: {
        Origin: TEMPLATE.siteOrigin,
        Cookie: buyer.cookie,
        'X-XSRF-TOKEN': buyer.xsrf,
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
      },
    });
    asked.once('error', failed);
    asked.once('response', (answer) => {
      answer.resume().once('end', done);
      if (answer.statusCode !== 201) failed(new Error(`answered with ${answer.statusCode}`));
    });
    asked.end(body);
  });
}

function print(name: string, times: number[], cost = ''): void {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number) => (sorted[Math.floor(sorted.length * part)] ?? Number.NaN).toFixed(2);
  console.log(`${name.padEnd(34)} p50 ${at(0.5)} ms   p99 ${at(0.99)} ms   ${cost}`.trimEnd());
}
