import type { User } from '../../../db/schema.ts';
import type { SessionEnd } from '../services.ts';

/** A connected client, as the socket events of a module see it. */
export interface SocketPeer {
  /** The owner's where an assistant acts for them. */
  userId: string;
  role: User['role'];
  join(room: string): boolean;
  leave(room: string): void;
  isIn(room: string): boolean;
  /** Sends to the others in a room; dropped for slow clients. */
  broadcast(room: string, event: string, body: object): void;
}

/** The acknowledgement of an event: whether it worked, with a message when it did not. */
export type Ack = { success: true; [more: string]: unknown } | { success: false; message: string };

/** Handles one event of clients. Its payload is unvalidated. */
export type Listener = (peer: SocketPeer, sent: unknown) => Promise<Ack> | Ack;

/** A stored notification as the sockets of its user receive it. */
export interface PushedMessage {
  userId: string;
  event: string;
  body: object;
}

/** Pushes to open sockets; emit only what has been committed. */
export interface Realtime {
  emit(room: string, event: string, body: object): void;
  /** Pushes stored notifications that were not pushed yet; returns at once. */
  flushNotifications(): void;
  endSessions(ended: SessionEnd): void;
}

export const roomNames = {
  owner: 'owner',
  user: (id: string) => `user:${id}`,
  session: (hash: string) => `session:${hash}`,
  conversation: (id: string) => `conversation:${id}`,
};
