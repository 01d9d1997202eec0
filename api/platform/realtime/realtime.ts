import type { User } from '../../../db/schema.ts';
import type { SessionEnd } from '../services.ts';

/** A connected client, as the modules' socket events see it. */
export interface SocketPeer {
  /** The user's id; the owner's id for an assistant. */
  userId: string;
  role: User['role'];
  join(room: string): boolean;
  leave(room: string): void;
  isIn(room: string): boolean;
  /** Sends to the others in a room. Dropped for slow clients. */
  broadcast(room: string, event: string, body: object): void;
}

/** The acknowledgement of an event: whether it worked, with a message if it did not. */
export type Ack = { success: true; [more: string]: unknown } | { success: false; message: string };

/** Handles an event of a client. The payload is not validated yet. */
export type Listener = (peer: SocketPeer, sent: unknown) => Promise<Ack> | Ack;

/** A stored notification as sent to the sockets of its user. */
export interface PushedMessage {
  userId: string;
  event: string;
  body: object;
}

/** Sends messages to open sockets. Only send committed data. */
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
