import type { Socket } from 'socket.io';
import type { SocketPeer } from './realtime.ts';

export interface SocketData {
  /** The signed-in user. */
  userId: string;
  /** The person for whom they write: the owner's id for an assistant. */
  actsForId: string;
  role: SocketPeer['role'];
  session: string;
  refused: number;
}
export type KnownSocket = Socket<object, object, object, SocketData>;

const MAX_ROOMS = 50;

export const peerOf = (socket: KnownSocket): SocketPeer => ({
  userId: socket.data.actsForId,
  role: socket.data.role,
  join(room) {
    if (!socket.rooms.has(room) && socket.rooms.size >= MAX_ROOMS) return false;
    socket.join(room);
    return true;
  },
  leave: (room) => void socket.leave(room),
  isIn: (room) => socket.rooms.has(room),
  broadcast: (room, event, body) =>
    void socket.to(room).volatile.emit(event as never, ...([body] as never)),
});
