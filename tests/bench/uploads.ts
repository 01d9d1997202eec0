// Large files of a delivery: `node tests/bench/uploads.ts [megabytes] [files]`, 200 and 5 by default. Prints the memory of the
// process while four of them go up and two come down, then sends all over a line that is cut five times, and kills the process.
import { createHash, randomBytes } from 'node:crypto';
import { cpSync, createReadStream, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { Upload } from 'tus-js-client';
import { PIECE_BYTES } from '../../api/modules/deliveries/rules.ts';
import { openDisconnectingProxy } from '../support/disconnecting-proxy.ts';
import { insertBuyer, ownerOf, paidOrder } from '../support/people.ts';
import { startTestApp } from '../support/test-app.ts';
import { rssOf, watchRss } from './process-usage.ts';
import { startBenchApp } from './start-app.ts';

const MB = 1024 * 1024;
const SIZE = Number(process.argv[2] ?? 200) * MB;
const FILES = Number(process.argv[3] ?? 5);
const CUTS = 5;

const folder = mkdtempSync(join(tmpdir(), 'uploads-'));
const files = Array.from({ length: FILES }, (_, at) => join(folder, `${at}.bin`));
for (const file of files)
  for (let size = 0; size < SIZE; size += 8 * MB)
    writeFileSync(file, randomBytes(Math.min(8 * MB, SIZE - size)), { flag: 'a' });

const prepared = await startTestApp();
const owner = await ownerOf(prepared);
const { person: buyer } = await insertBuyer(prepared);
const orders = [await paidOrder(prepared, buyer), await paidOrder(prepared, buyer)] as const;
await prepared.server.services.background.settled();
const data = join(folder, 'data');
cpSync(prepared.dataDir, data, { recursive: true });
await owner.get('/api/v1/user/check-token');
const { cookies } = owner;
await prepared.close();

const port = { PORT: '38123', SITE_ORIGIN: 'http://127.0.0.1:38123' };
const startApp = () =>
  startBenchApp({ app: data, siteOrigin: port.SITE_ORIGIN }, { env: port, args: ['--keep-site'] });
let app = await startApp();
const headers = {
  Cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
  'X-XSRF-TOKEN': cookies.get('XSRF-TOKEN') ?? '',
  Origin: port.SITE_ORIGIN,
};

/** Sends a file with the library of the dashboard; returns how often it asked where to go on. */
const send = (origin: string, orderId: string, file: string) =>
  new Promise<number>((done, failed) => {
    let asked = 0;
    new Upload(createReadStream(file), {
      endpoint: `${origin}/api/v1/desk/orders/${orderId}/uploads`,
      chunkSize: PIECE_BYTES,
      uploadSize: SIZE,
      retryDelays: Array.from({ length: 60 }, () => 500),
      metadata: {
        name: file.split('/').at(-1) ?? '',
        modified: String(Math.floor(statSync(file).mtimeMs)),
      },
      headers,
      onBeforeRequest(request) {
        if (request.getMethod() === 'HEAD') asked += 1;
        if (request.getMethod() === 'POST') request.setHeader('Content-Type', 'application/json');
      },
      onSuccess: () => done(asked),
      onError: failed,
    }).start();
  });

async function hashOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of content) hash.update(piece);
  return hash.digest('hex');
}

const read = async (path: string) =>
  fetch(`${port.SITE_ORIGIN}/api/v1/desk/orders/${path}`, { headers });
const filesOf = async (orderId: string): Promise<{ _id: string; name: string }[]> =>
  (await (await read(orderId)).json()).order.waiting;

async function checkHashes(orderId: string): Promise<void> {
  for (const { _id, name } of await filesOf(orderId)) {
    // Read at once: the body of an answer that nobody holds any more is cancelled.
    const there = await hashOf(Readable.fromWeb((await read(`file/${_id}`)).body as never));
    const here = await hashOf(createReadStream(join(folder, name)));
    if (here !== there) throw new Error(`${name} is not what was sent`);
  }
}

const seconds = (from: number) => ((performance.now() - from) / 1_000).toFixed(0);

try {
  await pause(5_000);
  const idle = rssOf(app.pid);
  const [loaded = ''] = files;
  await send(port.SITE_ORIGIN, orders[0], loaded);
  const [{ _id } = { _id: '' }] = await filesOf(orders[0]);
  const watch = watchRss(app.pid);
  let from = performance.now();
  await Promise.all([
    ...files.slice(1, 5).map((file) => send(port.SITE_ORIGIN, orders[0], file)),
    ...[1, 2].map(async () => hashOf(Readable.fromWeb((await read(`file/${_id}`)).body as never))),
  ]);
  console.log(
    `${Math.min(4, FILES - 1)} up and 2 down, ${SIZE / MB} MB each, in ${seconds(from)} s: ${(watch.stop() - idle).toFixed(0)} MB above the idle ${idle.toFixed(0)} MB`,
  );
  await checkHashes(orders[0]);

  const line = await openDisconnectingProxy(port.SITE_ORIGIN);
  from = performance.now();
  let isDone = false;
  const sent = Promise.all(files.map((file) => send(line.origin, orders[1], file))).finally(() => {
    isDone = true;
  });
  let cuts = 0;
  for (; cuts < CUTS && !isDone; cuts += 1) {
    await pause(Math.max(500, ((SIZE * FILES) / (200 * MB) / 5) * 1_000));
    line.disconnect();
    if (cuts === 2) {
      process.kill(app.pid, 'SIGKILL');
      app = await startApp();
    }
    await pause(1_000);
    line.reconnect();
  }
  const asked = await sent;
  console.log(
    `${(SIZE * FILES) / MB} MB over a line cut ${cuts} times and a killed process in ${seconds(from)} s, asked where to go on: ${asked.join(', ')}`,
  );
  await checkHashes(orders[1]);
  console.log('all hashes are equal');
  await line.close();
} finally {
  await app.stop();
  rmSync(folder, { recursive: true, force: true });
}
