import { serve as listen } from '@hono/node-server';
import { Hono } from 'hono';
import { serve } from '../child.ts';
import { readAnswers } from './recorded-responses.ts';

const answers = readAnswers(process.argv[2] ?? '');

/** The same answers through Hono, without any code of the app. */
const app = new Hono().get('/:name', (c) => {
  const ready = answers.get(c.req.path);
  if (!ready) return c.notFound();
  if (c.req.header('If-None-Match') === ready.etag) return c.body(null, 304, { ETag: ready.etag });
  return c.body(ready.bytes as Uint8Array<ArrayBuffer>, 200, {
    'Content-Type': ready.type,
    ETag: ready.etag,
  });
});
listen({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => serve({ port }));
