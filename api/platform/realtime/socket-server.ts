import type { Server as HttpServer, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { parse } from 'hono/utils/cookie';
import { Server } from 'socket.io';
import { isPostgresUrl } from '../../../db/database.ts';
import type { User } from '../../../db/schema.ts';
import { SECOND } from '../clock.ts';
import { readClientAddress } from '../http/client-address.ts';
import { sessionCookieName } from '../http/cookie-names.ts';
import { SIGN_IN_FIRST } from '../http/errors.ts';
import { hashToken, newId } from '../ids.ts';
import { inLogContext } from '../log.ts';
import { createTokenBuckets } from '../rate-limiting/token-bucket.ts';
import type { Services } from '../services.ts';
import { Presence, presenceKey } from './presence.ts';
import {
  type Ack,
  type Listener,
  type PushedMessage,
  type Realtime,
  roomNames,
  type SocketPeer,
} from './realtime.ts';
import { type KnownSocket, peerOf, type SocketData } from './socket-peer.ts';

const MAX_FRAME_BYTES = 64 * 1024;
/** Sockets of a person. */
const MAX_CONNECTIONS = 10;
/** The maximum number of concurrent handshakes per network address, or per signed-in person. */
const MAX_HANDSHAKES = 50;
const JOIN_TIMEOUT = 10 * SECOND;
/** Events of a person. */
const SOCKET_EVENTS = { burst: 60, perSecond: 10 };
/** A client that continues after this many rejections is not our own page. */
const MAX_REJECTED = 200;
const MAX_UNSENT_PACKETS = 500;

export interface RealtimeServer extends Realtime {
  /** Registers the events that clients may send. */
  listen(listeners: Record<string, Listener>): void;
  /** The number of sockets connected to this process. */
  countSockets(): number;
  close(): Promise<void>;
}

type SocketUser = Pick<User, 'id' | 'role' | 'is_verified'> & { actsForId: string };

/** The functions of modules that the sockets need. */
interface Sources {
  /** `actsForId` is the person for whom they write: the owner for an assistant. */
  findUser(token: string): Promise<SocketUser | null>;
  /** Returns those of these sessions (hashes of their tokens) that are still valid. */
  findLiveSessions(hashes: string[]): Promise<string[]>;
  /** Returns the notifications that were not pushed yet, each only once. */
  claimNotificationsToPush(): Promise<PushedMessage[]>;
}

/** A connection between handshake and join. */
interface PendingConnection {
  user: SocketUser | null;
  session: string;
  joined(): void;
}

/** The engine.io connection of a socket; the library does not export its type. */
interface EngineConnection {
  writeBuffer: unknown[];
  on(event: 'packetCreate', call: () => void): void;
  close(discard: boolean): void;
}

const SWEEP_INTERVAL = 15 * SECOND;
const TOO_MANY_TABS = 'You are connected too often. Please close a tab.';
const TOO_FAST = 'That was too fast. Please wait a moment.';
const WRONG_USER = 'This is not your account.';
const FAILED = 'Something went wrong, please try again.';

/**
 * Opens the socket server. Identity is the session cookie, and only our own pages may connect. CORS settings
 * alone do not stop a WebSocket, so the Origin is checked at the handshake.
 */
export async function openRealtime(
  server: HttpServer,
  { config, clock, log }: Pick<Services, 'config' | 'clock' | 'log'>,
  { findUser, findLiveSessions, claimNotificationsToPush }: Sources,
  testMultiplier = 1,
): Promise<RealtimeServer> {
  const beginHandshake = createHandshakeLimit(MAX_HANDSHAKES * testMultiplier);
  const pending = new WeakMap<IncomingMessage, PendingConnection>();

  async function admit(request: IncomingMessage): Promise<boolean> {
    const { origin, cookie, 'x-forwarded-for': forwarded } = request.headers;
    if (!config.origins.includes(origin ?? '')) return false;
    const token = parse(cookie ?? '')[sessionCookieName(config.https)];
    const user = token ? await findUser(token) : null;
    const peer = request.socket.remoteAddress;
    const address = readClientAddress(config.trustProxy, {
      peer,
      forwarded: String(forwarded ?? ''),
    });
    // Signed-in people have their own limit, so that strangers at the same address cannot use it up.
    const joined = beginHandshake(user?.id ?? address, request.socket);
    if (joined) pending.set(request, { user, session: hashToken(token ?? ''), joined });
    return joined !== null;
  }

  const io = new Server<object, object, object, SocketData>(server, {
    serveClient: false,
    transports: ['websocket'],
    maxHttpBufferSize: MAX_FRAME_BYTES,
    connectTimeout: JOIN_TIMEOUT,
    allowRequest: (request, decide) => {
      admit(request).then(
        (admitted) => decide(null, admitted),
        (error: unknown) => {
          log.error('a handshake failed', error);
          decide(null, false);
        },
      );
    },
  });
  const cluster = isPostgresUrl(config.databaseUrl)
    ? (await import('./cluster.ts')).joinCluster(io, config.databaseUrl, log)
    : null;
  const takeToken = createTokenBuckets({ ...SOCKET_EVENTS, clock });
  const emitLocally = (room: string, event: string, body: unknown) =>
    // If the room is empty, the body need not be serialized.
    io.of('/').adapter.rooms.has(room) &&
    io.local.to(room).emit(event as never, ...([body] as never));
  const emit = (room: string, event: string, body: unknown) =>
    cluster
      ? io.to(room).emit(event as never, ...([body] as never))
      : emitLocally(room, event, body);
  const presence = new Presence({
    notify: (id, role, list) =>
      emitLocally(role === 'owner' ? roomNames.owner : roomNames.user(id), 'getOnlineUsers', list),
    ...(cluster ? { publish: cluster.publish } : {}),
  });
  cluster?.join(presence);
  let listeners: Record<string, Listener> = {};

  io.use((socket: KnownSocket, next) => {
    const { user, session } = pending.get(socket.request) ?? {};
    const claimed = socket.handshake.query['userId'];
    const agrees = claimed === undefined || claimed === user?.id;
    if (!session || !user?.is_verified || !agrees) return next(new Error(SIGN_IN_FIRST));
    const { id, actsForId, role } = user;
    const present = presenceKey(id, actsForId);
    if (presence.count(present) >= MAX_CONNECTIONS) return next(new Error(TOO_MANY_TABS));
    socket.data = { userId: id, actsForId, role, session, refused: 0 };
    presence.enter(present, role);
    socket.conn.once('close', () => presence.leave(present));
    return next();
  });

  io.on('connection', (socket: KnownSocket) => {
    const { userId, actsForId, role, session } = socket.data;
    pending.get(socket.request)?.joined();
    // The request takes some kilobytes per connection and is not needed again.
    (socket.conn as unknown as { request: unknown }).request = null;
    socket.handshake.headers = {};
    // A client that does not read must not fill the memory. It fetches what it missed when it reconnects.
    const { conn } = socket as unknown as { conn: EngineConnection };
    conn.on('packetCreate', () => conn.writeBuffer.length > MAX_UNSENT_PACKETS && conn.close(true));
    socket.join([roomNames.user(userId), roomNames.session(session)]);
    if (role === 'owner') socket.join(roomNames.owner);
    socket.emit('getOnlineUsers' as never, ...([presence.listFor(actsForId, role)] as never));
    // The session may have ended between the handshake and the join.
    findLiveSessions([session]).then(
      (found) => found.length || socket.disconnect(true),
      () => socket.disconnect(true),
    );
    const peer = peerOf(socket);
    socket.onAny((event: string, ...args: unknown[]) => {
      const last = args.at(-1);
      const answer = typeof last === 'function' ? (last as (ack: Ack) => void) : () => {};
      void inLogContext({ requestId: newId() }, () =>
        handleEvent(event, args[0], peer).then(answer, (error: unknown) => {
          log.error(`the event "${event.slice(0, 40)}" failed`, error);
          answer({ success: false, message: FAILED });
        }),
      );
    });
    socket.on('error' as never, (() => socket.disconnect(true)) as never);

    async function handleEvent(event: string, sent: unknown, who: SocketPeer): Promise<Ack> {
      if (takeToken(userId) > 0) {
        socket.data.refused += 1;
        if (socket.data.refused > MAX_REJECTED) socket.disconnect(true);
        return { success: false, message: TOO_FAST };
      }
      if (event === 'join') {
        return sent === userId ? { success: true } : { success: false, message: WRONG_USER };
      }
      const listener = Object.hasOwn(listeners, event) ? listeners[event] : undefined;
      if (!listener) return { success: false, message: 'There is no such event.' };
      return listener(who, sent);
    }
  });

  /** Disconnects sockets whose session has ended. */
  async function sweep(): Promise<void> {
    const sockets = [...io.of('/').sockets.values()];
    const sessions = [...new Set(sockets.map((socket) => socket.data.session))];
    const alive = new Set(await findLiveSessions(sessions));
    for (const socket of sockets) {
      if (!alive.has(socket.data.session)) socket.disconnect(true);
    }
  }
  const timer = setInterval(() => {
    sweep().catch((error: unknown) => log.error('looking after the sockets failed', error));
  }, SWEEP_INTERVAL).unref();

  let pushing: Promise<void> = Promise.resolve();
  async function pushUnsent(): Promise<void> {
    for (const { userId, event, body } of await claimNotificationsToPush()) {
      emit(roomNames.user(userId), event, body);
    }
  }

  return {
    emit: (room, event, body) => void emit(room, event, body),
    flushNotifications() {
      pushing = pushing.then(pushUnsent).catch((error: unknown) => {
        log.error('notifications could not be told', error);
      });
    },
    countSockets: () => io.of('/').sockets.size,
    listen(given) {
      listeners = given;
    },
    endSessions(ended) {
      if ('session' in ended) io.in(roomNames.session(ended.session)).disconnectSockets(true);
      else {
        const excepted = ended.butSession ? [roomNames.session(ended.butSession)] : [];
        io.in(roomNames.user(ended.userId)).except(excepted).disconnectSockets(true);
      }
    },
    async close() {
      clearInterval(timer);
      presence.close();
      cluster?.leave();
      await io.close();
      await pushing;
      await cluster?.close();
    },
  };
}

/**
 * Limits the connections per key that have not joined yet. A connection counts until the returned function is
 * called or it closes. Returns null above the limit.
 */
function createHandshakeLimit(most: number) {
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
