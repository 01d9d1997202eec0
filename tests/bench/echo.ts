// A bare socket.io server: each socket joins its own room and receives its messages back there.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { serve } from './child.ts';

const http = createServer();
const io = new Server(http, { transports: ['websocket'], serveClient: false });
io.on('connection', (socket) => {
  socket.join(`person:${socket.id}`);
  socket.on('say', (body: object) => io.to(`person:${socket.id}`).emit('newMessage', body));
});
http.listen(0, '127.0.0.1', () => serve({ port: (http.address() as AddressInfo).port }));
