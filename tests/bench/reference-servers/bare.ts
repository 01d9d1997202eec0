import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '../child.ts';
import { readAnswers } from './recorded-responses.ts';

const answers = readAnswers(process.argv[2] ?? '');

/** The minimum that Node needs to answer: the limit for prepared answers. */
const server = createServer((request, response) => {
  const ready = answers.get(request.url ?? '');
  if (!ready) return response.writeHead(404).end();
  if (request.headers['if-none-match'] === ready.etag) {
    return response.writeHead(304, { ETag: ready.etag }).end();
  }
  return response
    .writeHead(200, {
      'Content-Type': ready.type,
      'Content-Length': ready.bytes.length,
      ETag: ready.etag,
    })
    .end(ready.bytes);
});
server.listen(0, '127.0.0.1', () => serve({ port: (server.address() as AddressInfo).port }));
