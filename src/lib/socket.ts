import { atom } from 'nanostores';
import type { ManagerOptions, Socket, SocketOptions } from 'socket.io-client';

type Options = Partial<ManagerOptions & SocketOptions>;
type Hear = (body: never) => void;

export interface Ack {
  success: boolean;
  message?: string;
}

/** `away`: the connection is lost and being tried again. */
export const $connection = atom<'off' | 'connecting' | 'online' | 'away'>('off');

const SAY_MS = 10_000;
const OPTIONS: Options = {
  transports: ['websocket'],
  withCredentials: true,
  reconnectionDelay: 1_000,
  reconnectionDelayMax: 5_000,
  randomizationFactor: 0.5,
  timeout: 20_000,
};

const listeners = new Map<string, Set<Hear>>();
const onlineListeners = new Set<() => void>();
const endListeners = new Set<() => void>();
let socket: Socket | undefined;
let opening: string | undefined;

/** Connects as this person; its library arrives only now. `more` is for those who are no browser. */
export async function openSocket(
  userId: string,
  more: Options & { address?: string } = {},
): Promise<void> {
  if (opening === userId) return;
  closeSocket();
  opening = userId;
  $connection.set('connecting');
  const { io } = await import('socket.io-client');
  if (opening !== userId) return;
  const { address, ...options } = more;
  const made = io(address ?? location.origin, { ...OPTIONS, query: { userId }, ...options });
  socket = made;
  made.on('connect', () => {
    made.emit('join', userId);
    $connection.set('online');
    for (const listener of onlineListeners) listener();
  });
  made.on('connect_error', () => {
    // Refused, not unreachable: trying again would be refused again.
    if (!made.active) ended();
    else $connection.set('away');
  });
  made.on('disconnect', (reason) => {
    if (reason === 'io client disconnect') return;
    if (reason === 'io server disconnect') return ended();
    $connection.set('away');
  });
  made.onAny((event: string, body: unknown) => {
    for (const listener of listeners.get(event) ?? []) listener(body as never);
  });
}

function ended(): void {
  closeSocket();
  for (const listener of endListeners) listener();
}

export function closeSocket(): void {
  opening = undefined;
  socket?.close();
  socket = undefined;
  $connection.set('off');
}

/** Calls back for every event of this name; returns how to stop. */
export function onSocketEvent<B>(event: string, listener: (body: B) => void): () => void {
  const known = listeners.get(event) ?? new Set<Hear>();
  listeners.set(event, known.add(listener as Hear));
  return () => void known.delete(listener as Hear);
}

/** Calls back whenever the connection is there, again after each loss: fetch what was missed. */
export function whenOnline(listener: () => void): () => void {
  onlineListeners.add(listener);
  if ($connection.get() === 'online') listener();
  return () => void onlineListeners.delete(listener);
}

/** Calls back when the server has ended the connection: the session may be over. */
export function whenEnded(listener: () => void): () => void {
  endListeners.add(listener);
  return () => void endListeners.delete(listener);
}

/** Says something and resolves with the answer; never rejects. */
export async function emitToServer(event: string, body: unknown): Promise<Ack> {
  if (!socket?.connected) return { success: false };
  try {
    return (await socket.timeout(SAY_MS).emitWithAck(event, body)) as Ack;
  } catch {
    return { success: false };
  }
}
