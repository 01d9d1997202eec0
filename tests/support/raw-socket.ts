import { io, type Socket } from 'socket.io-client';
import type { Person } from './http-client.ts';

/** Opens a socket as this person's browser would; throws when the shop refuses it. */
export async function openSocket(person: Person): Promise<Socket> {
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

/** Resolves when the shop lets go of the socket. */
export const waitForClose = (socket: Socket): Promise<void> =>
  new Promise((done) => {
    if (socket.connected) socket.once('disconnect', () => done());
    else done();
  });
