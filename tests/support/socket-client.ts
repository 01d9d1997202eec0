import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { io, type Socket } from 'socket.io-client';
import { vi } from 'vitest';
import type { Person } from './http-client.ts';
import type { TestApp } from './test-app.ts';

export interface ReceivedEvent {
  event: string;
  body: ReturnType<JSON['parse']>;
}

/** A real socket of somebody, that remembers everything it hears. */
export interface SocketClient {
  socket: Socket;
  received: ReceivedEvent[];
  /** What it heard under this name. */
  bodiesOf(event: string): ReceivedEvent['body'][];
  /** Says something and waits for the answer. */
  send(event: string, ...sent: unknown[]): Promise<{ success: boolean; message?: string }>;
  /** The newest of this name that fits; waits for it. */
  waitFor(
    event: string,
    fits?: (body: ReceivedEvent['body']) => boolean,
  ): Promise<ReceivedEvent['body']>;
}

export const cookiesOf = (person: Person): string =>
  [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ');

interface Options {
  origin?: string;
  query?: Record<string, string>;
  cookie?: string;
}

export function openSocket(
  world: Pick<TestApp, 'origin'>,
  person: Person,
  options: Options = {},
): Socket {
  return io(world.origin, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    query: options.query ?? {},
    extraHeaders: {
      Origin: options.origin ?? world.origin,
      Cookie: options.cookie ?? cookiesOf(person),
    },
  });
}

/** Connects somebody; throws when the shop refuses. */
export async function connectClient(
  world: Pick<TestApp, 'origin' | 'answers'>,
  person: Person,
  options: Options = {},
): Promise<SocketClient> {
  const socket = openSocket(world, person, options);
  const heard: ReceivedEvent[] = [];
  socket.onAny((event: string, body: ReceivedEvent['body']) => {
    heard.push({ event, body });
    world.answers.push(JSON.stringify(body));
  });
  await new Promise<void>((done, failed) => {
    socket.once('connect', done);
    socket.once('connect_error', failed);
  });
  const of = (event: string) =>
    heard.filter((each) => each.event === event).map((each) => each.body);
  return {
    socket,
    received: heard,
    bodiesOf: of,
    send: (event, ...sent) => socket.timeout(5_000).emitWithAck(event, ...sent),
    waitFor: (event, fits = () => true) =>
      vi.waitFor(
        () => {
          const found = of(event).findLast(fits);
          if (found === undefined) throw new Error(`"${event}" was not heard`);
          return found;
        },
        { timeout: 8_000, interval: 10 },
      ),
  };
}

/** Why a connection was refused; throws when it was not. */
export async function connectionError(
  world: Pick<TestApp, 'origin'>,
  person: Person,
  options: Options = {},
): Promise<string> {
  const socket = openSocket(world, person, options);
  const why = await new Promise<string>((done, failed) => {
    socket.once('connect', () => failed(new Error('it was let in')));
    socket.once('connect_error', (error) => done(error.message));
  });
  socket.close();
  return why;
}

/** A bare connection that has joined as this person; it can stop reading, as no library would. */
export async function openRawSocket(person: Person) {
  const { host, hostname, port } = new URL(person.origin);
  const line = connect(Number(port), hostname);
  const said = (words: string) =>
    new Promise<void>((done) => {
      let text = '';
      line.on('data', function hear(bytes) {
        text += bytes.toString('latin1');
        if (!text.includes(words)) return;
        line.off('data', hear);
        done();
      });
    });
  const open = said('"sid"');
  line.write(
    [
      'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
      `Host: ${host}`,
      'Upgrade: websocket',
      'Connection: Upgrade',
      'Sec-WebSocket-Version: 13',
      `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
      `Origin: ${person.origin}`,
      `Cookie: ${cookiesOf(person)}`,
      '\r\n',
    ].join('\r\n'),
  );
  await open;
  const joined = said('getOnlineUsers');
  // "40" joins; a browser's frames are masked, here with zeros.
  line.write(Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0x34, 0x30]));
  await joined;
  return { stopReading: () => line.pause(), end: () => line.destroy() };
}
