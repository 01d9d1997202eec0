import type { User } from '../../../db/schema.ts';
import type { SessionEnd } from '../services.ts';

/** Somebody's open socket, as the events of a noun see it. */
export interface SocketPeer {
  userId: string;
  role: User['role'];
  join(room: string): boolean;
  leave(room: string): void;
  isIn(room: string): boolean;
  /** Reaches the others of a room; lost when they are slow. */
  broadcast(room: string, event: string, body: object): void;
}

/** What an event answers: always whether it worked, with a sentence when it did not. */
export type Ack = { success: true } | { success: false; message: string };

/** One event a client may send. It gets what was sent as it came, and must check it. */
export type Listener = (peer: SocketPeer, sent: unknown) => Promise<Ack> | Ack;

/** A stored notification as the sockets of its user receive it. */
export interface PushedMessage {
  userId: string;
  event: string;
  body: object;
}

/** The open sockets, for the rules: announced is only what has been stored. */
export interface Realtime {
  emit(room: string, event: string, body: object): void;
  /** Pushes the notifications that are stored and not told yet; returns at once. */
  flushNotifications(): void;
  endSessions(ended: SessionEnd): void;
}

export const roomNames = {
  owner: 'owner',
  user: (id: string) => `user:${id}`,
  session: (hash: string) => `session:${hash}`,
  conversation: (id: string) => `conversation:${id}`,
};
