import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from './child.ts';

/** What Node itself needs for an answer of the usual size, on this machine. */
const bytes = Buffer.alloc(20_000, 'x');
const server = createServer((_, response) =>
  response.writeHead(200, { 'Content-Length': bytes.length }).end(bytes),
);
server.listen(0, '127.0.0.1', () => serve({ port: (server.address() as AddressInfo).port }));
