import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { io, type Socket } from 'socket.io-client';
import type { Person } from './http-client.ts';
import type { TestApp } from './test-app.ts';
import { waitFor } from './wait-for.ts';

export interface ReceivedEvent {
  event: string;
  body: ReturnType<JSON['parse']>;
}

/** A real socket of a person that records every event it receives. */
export interface SocketClient {
  socket: Socket;
  received: ReceivedEvent[];
  /** The bodies of the received events of this name. */
  bodiesOf(event: string): ReceivedEvent['body'][];
  /** Emits an event and waits for its acknowledgement. */
  send(event: string, ...sent: unknown[]): Promise<{ success: boolean; message?: string }>;
  /** Waits for an event of this name that matches, and returns the newest. */
  waitFor(
    event: string,
    matches?: (body: ReceivedEvent['body']) => boolean,
  ): Promise<ReceivedEvent['body']>;
}

export const cookiesOf = (person: Person): string =>
  [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ');

interface Options {
  origin?: string;
  query?: Record<string, string>;
  cookie?: string;
  /** Whether it comes back by itself, as a browser's does. */
  reconnection?: boolean;
}

export function openSocket(
  app: Pick<TestApp, 'origin'>,
  person: Person,
  options: Options = {},
): Socket {
  return io(app.origin, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: options.reconnection ?? false,
    query: options.query ?? {},
    extraHeaders: {
      Origin: options.origin ?? app.origin,
      Cookie: options.cookie ?? cookiesOf(person),
    },
  });
}

/** Connects a person; throws when the app refuses. */
export async function connectClient(
  app: Pick<TestApp, 'origin' | 'answers'>,
  person: Person,
  options: Options = {},
): Promise<SocketClient> {
  const socket = openSocket(app, person, options);
  const received: ReceivedEvent[] = [];
  socket.onAny((event: string, body: ReceivedEvent['body']) => {
    received.push({ event, body });
    app.answers.push(JSON.stringify(body));
  });
  await new Promise<void>((done, failed) => {
    socket.once('connect', done);
    socket.once('connect_error', failed);
  });
  const bodiesOf = (event: string) =>
    received.filter((each) => each.event === event).map((each) => each.body);
  return {
    socket,
    received,
    bodiesOf,
    send: (event, ...sent) => socket.timeout(5_000).emitWithAck(event, ...sent),
    waitFor: (event, matches = () => true) =>
      waitFor(() => {
        const found = bodiesOf(event).findLast(matches);
        if (found === undefined) throw new Error(`"${event}" was not received`);
        return found;
      }),
  };
}

/** The reason why a connection is refused; throws when it is accepted. */
export async function connectionError(
  app: Pick<TestApp, 'origin'>,
  person: Person,
  options: Options = {},
): Promise<string> {
  const socket = openSocket(app, person, options);
  const why = await new Promise<string>((done, failed) => {
    socket.once('connect', () => failed(new Error('the connection was accepted')));
    socket.once('connect_error', (error) => done(error.message));
  });
  socket.close();
  return why;
}

/** A bare WebSocket connection of this person that can stop reading, which socket.io cannot. */
export async function openRawSocket(person: Person) {
  const { host, hostname, port } = new URL(person.origin);
  const connection = connect(Number(port), hostname);
  const received = (expected: string) =>
    new Promise<void>((done) => {
      let text = '';
      connection.on('data', function onData(bytes) {
        text += bytes.toString('latin1');
        if (!text.includes(expected)) return;
        connection.off('data', onData);
        done();
      });
    });
  const open = received('"sid"');
  connection.write(
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
  const joined = received('getOnlineUsers');
  // "40" joins; a browser's frames are masked, here with zeros.
  connection.write(Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0x34, 0x30]));
  await joined;
  return { stopReading: () => connection.pause(), end: () => connection.destroy() };
}
