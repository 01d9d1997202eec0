import { io, type Socket } from 'socket.io-client';
import type { Person } from './http-client.ts';

/** Opens a socket as this person's browser would; throws when the app refuses it. */
export async function openPersonSocket(person: Person): Promise<Socket> {
  const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const socket = io(person.origin, {
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    extraHeaders: { Cookie: cookie, Origin: person.origin },
  });
  await new Promise<void>((done, failed) => {
    socket.once('connect', done);
    socket.once('connect_error', failed);
  });
  return socket;
}

/** The app closes a socket with its session; one that it missed, within fifteen seconds. */
const AT_ONCE_MS = 10_000;

/** Resolves when the app has closed the socket; throws when it was missed. */
export const waitForClose = (socket: Socket): Promise<void> =>
  new Promise((done, failed) => {
    if (!socket.connected) return done();
    const late = new Error('the socket stayed open after its session had ended');
    const timer = setTimeout(failed, AT_ONCE_MS, late);
    socket.once('disconnect', () => {
      clearTimeout(timer);
      done();
    });
  });
