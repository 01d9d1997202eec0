import { atom } from 'nanostores';
import type { ManagerOptions, Socket, SocketOptions } from 'socket.io-client';
import { combineCleanups } from './combine-cleanups.ts';
import { pollUntil } from './poll.ts';

type Options = Partial<ManagerOptions & SocketOptions>;
type Listener = (body: never) => void;

interface Ack {
  success: boolean;
  message?: string;
  [more: string]: unknown;
}

/** `reconnecting`: the connection is lost and the client opens a new one. */
export const $connection = atom<'off' | 'connecting' | 'online' | 'reconnecting'>('off');

const ACK_TIMEOUT_MS = 10_000;
const MAX_LOADING_MS = 600_000;
const OPTIONS: Options = {
  transports: ['websocket'],
  withCredentials: true,
  reconnectionDelay: 1_000,
  reconnectionDelayMax: 5_000,
  randomizationFactor: 0.5,
  timeout: 20_000,
};

const listeners = new Map<string, Set<Listener>>();
const onlineListeners = new Set<() => void>();
const endListeners = new Set<() => void>();
let socket: Socket | undefined;
let openUserId: string | undefined;

/** Connects as this user and loads the library on demand. Tests pass `overrides`. */
export async function openSocket(
  userId: string,
  overrides: Options & { address?: string } = {},
): Promise<void> {
  if (openUserId === userId) return;
  closeSocket();
  openUserId = userId;
  $connection.set('connecting');
  const load = () => import('socket.io-client');
  // A server that restarts answers later, and the browser was online all the time.
  const library = await load().catch(() =>
    pollUntil(
      load,
      () => true,
      () => openUserId !== userId,
    ),
  );
  if (!library || openUserId !== userId) return;
  const { io } = library;
  const { address, ...options } = overrides;
  const created = io(address ?? location.origin, { ...OPTIONS, query: { userId }, ...options });
  socket = created;
  created.on('connect', () => {
    created.emit('join', userId);
    $connection.set('online');
    for (const listener of onlineListeners) listener();
  });
  created.on('connect_error', () => {
    // Not active means that the server rejected the connection; reconnecting would fail again.
    if (!created.active) endConnection();
    else $connection.set('reconnecting');
  });
  created.on('disconnect', (reason) => {
    if (reason === 'io client disconnect') return;
    if (reason === 'io server disconnect') return endConnection();
    $connection.set('reconnecting');
  });
  created.onAny((event: string, body: unknown) => {
    for (const listener of listeners.get(event) ?? []) listener(body as never);
  });
}

function endConnection(): void {
  closeSocket();
  for (const listener of endListeners) listener();
}

export function closeSocket(): void {
  openUserId = undefined;
  socket?.close();
  socket = undefined;
  $connection.set('off');
}

/** Calls back for every event of this name; returns a function that stops it. */
export function onSocketEvent<B>(event: string, listener: (body: B) => void): () => void {
  const known = listeners.get(event) ?? new Set<Listener>();
  listeners.set(event, known.add(listener as Listener));
  return () => void known.delete(listener as Listener);
}

/** Calls back on every connection, also after a loss, so that missed data can be fetched. */
export function onConnected(listener: () => void): () => void {
  onlineListeners.add(listener);
  if ($connection.get() === 'online') listener();
  return () => void onlineListeners.delete(listener);
}

/** Resolves as soon as there is a connection. */
export const connected = (): Promise<void> =>
  new Promise((done) => {
    const stop = onConnected(() => {
      done();
      queueMicrotask(() => stop());
    });
  });

/** Calls back on every connection after a lost one; returns a function that stops it. */
export function onReconnected(listener: () => void): () => void {
  let isLost = false;
  return $connection.listen((connection) => {
    if (connection === 'reconnecting' || connection === 'off') isLost = true;
    if (connection !== 'online' || !isLost) return;
    isLost = false;
    listener();
  });
}

/**
 * Calls back on every event of this name that `isMeant`, and on every connection after a lost one, so that data can be
 * fetched again; returns a function that stops it.
 */
export const refreshOnEvent = <B>(
  event: string,
  refresh: () => void,
  isMeant: (body: B) => boolean = () => true,
): (() => void) =>
  combineCleanups(
    onSocketEvent<B>(event, (body) => isMeant(body) && refresh()),
    onReconnected(refresh),
  );

/** Calls back when the server ended the connection, because the session may have ended. */
export function onConnectionEnded(listener: () => void): () => void {
  endListeners.add(listener);
  return () => void endListeners.delete(listener);
}

/** Emits an event and resolves with the acknowledgement; never rejects. */
export async function emitToServer(event: string, body: unknown): Promise<Ack> {
  if (!socket?.connected) return { success: false };
  try {
    return (await socket.timeout(ACK_TIMEOUT_MS).emitWithAck(event, body)) as Ack;
  } catch {
    return { success: false };
  }
}

/** The orders that changed since this page was opened, some of them before its socket was connected. */
export async function missedOrders(): Promise<string[]> {
  const withinMs = Math.min(Math.ceil(performance.now()), MAX_LOADING_MS);
  const found = await emitToServer('listChangedOrders', { withinMs });
  return found.success ? (found['orderIds'] as string[]) : [];
}
