import type { Server as HttpServer } from 'node:http';
import { parse } from 'hono/utils/cookie';
import { Server } from 'socket.io';
import { cookieName } from './lib/cookies.ts';
import type { Deps, Sockets } from './lib/deps.ts';
import { hashToken } from './lib/ids.ts';
import { findSessionUser } from './lib/session.ts';

export interface Live extends Sockets {
  close(): Promise<void>;
}

const FRAME_MOST = 64 * 1024;

/**
 * The socket server: who is there is the session's word, and only our own pages may connect.
 * CORS settings alone do not stop a WebSocket, so the Origin is checked at the handshake.
 */
export function mountLive(server: HttpServer, deps: Deps): Live {
  const { config, store, clock } = deps;
  const io = new Server(server, {
    serveClient: false,
    transports: ['websocket'],
    maxHttpBufferSize: FRAME_MOST,
    allowRequest: (request, decide) =>
      decide(null, config.origins.includes(request.headers.origin ?? '')),
  });
  io.use(async (socket, next) => {
    const cookies = parse(socket.handshake.headers.cookie ?? '');
    const token = cookies[cookieName(config.https)];
    const user = token ? await findSessionUser(store.db, clock, token) : null;
    const claimed = socket.handshake.query['userId'];
    if (!user?.is_verified || (claimed !== undefined && claimed !== user.id)) {
      return next(new Error('Please sign in first.'));
    }
    socket.data = { userId: user.id, token };
    return next();
  });
  io.on('connection', (socket) => {
    const { userId, token } = socket.data as { userId: string; token: string };
    socket.join([`user:${userId}`, `session:${hashToken(token)}`]);
    // It may have ended between the handshake and the room.
    findSessionUser(store.db, clock, token).then(
      (user) => user ?? socket.disconnect(true),
      () => socket.disconnect(true),
    );
    socket.on('join', (claimed: unknown, done: unknown) => {
      if (typeof done === 'function') done({ success: claimed === userId });
    });
  });
  return {
    endSessions(ended) {
      if ('session' in ended) io.in(`session:${ended.session}`).disconnectSockets(true);
      else {
        const kept = ended.butSession ? [`session:${ended.butSession}`] : [];
        io.in(`user:${ended.userId}`).except(kept).disconnectSockets(true);
      }
    },
    close: () => io.close(),
  };
}
