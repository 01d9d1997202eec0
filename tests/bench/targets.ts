import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { seedId } from '../../db/seed.ts';
import { type Child, start } from './child.ts';
import type { BenchFixture } from './fixture.ts';
import type { Loaded } from './load.ts';
import { fetchOnce, type RunningApp } from './start-app.ts';

export const CONNECTIONS = 50;

/** What is measured: the process whose processor time counts, and how to load it. */
export interface Target {
  pid: number;
  press(ms: number): Promise<Loaded>;
}

interface Listening {
  port: number;
}
type Headers = Record<string, string>;

const LIST = '/api/v1/gig/get';
const GIG = `${LIST}/${seedId('gig:business-website')}`;
const ORDERS = '/api/v1/gig/order/user-orders';

/** The app and the reference servers, by name and running. */
export async function openTargets(fixture: BenchFixture, app: RunningApp) {
  const visitor = { cookie: (await fetchOnce(app.port, LIST, {})).cookie };
  const sid = `sid=${fixture.token}`;
  const { cookie } = await fetchOnce(app.port, ORDERS, { cookie: sid });
  const buyer = { cookie: `${sid}; ${cookie}` };
  const browser = { ...visitor, 'accept-encoding': 'gzip, deflate, br' };
  const list = await keep('list', LIST, visitor);
  await keep('gig', GIG, visitor);
  await keep('page', '/', browser);
  const orders = await fetchOnce(app.port, ORDERS, buyer);

  const load = await start('./load.ts');
  const selling = await start('./selling.ts', [fixture.selling]);
  const bare = await start<Listening>('./reference-servers/bare.ts', [fixture.limits]);
  const hono = await start<Listening>('./reference-servers/hono.ts', [fixture.limits]);
  const express = await start<Listening>('./reference-servers/express.ts', [
    join(fixture.limits, 'app.db'),
  ]);
  const expressSelling = await start<Listening>('./reference-servers/express.ts', [
    join(fixture.limitsSelling, 'app.db'),
  ]);
  const sell = (connections: number): Target => ({
    pid: selling.pid,
    press: (ms) => selling.request<Loaded>({ ms, connections }),
  });
  const sale = JSON.stringify({
    items: 'x'.repeat(620),
    address: 'y'.repeat(210),
    total: 1_499_900,
  });

  async function keep(name: string, path: string, headers: Headers) {
    const fetched = await fetchOnce(app.port, path, headers);
    writeFileSync(join(fixture.limits, `${name}.bytes`), fetched.bytes);
    writeFileSync(join(fixture.limits, `${name}.meta`), JSON.stringify(fetched));
    return fetched;
  }
  const http = (
    pid: number,
    port: number,
    path: string,
    headers: Headers,
    more: Partial<Ask> = {},
  ) => overHttp(load, pid, { ...GET, port, path, headers, ...more });
  const sellAsExpress = (connections: number): Target => {
    const more = { method: 'POST', body: sale, status: 201, connections };
    return theirs(expressSelling, '/orders', {}, more);
  };
  const ours = (path: string, headers: Headers, more?: Partial<Ask>) =>
    http(app.pid, app.port, path, headers, more);
  const theirs = (
    limit: Child & { first: Listening },
    path: string,
    headers: Headers,
    more?: Partial<Ask>,
  ) => http(limit.pid, limit.first.port, path, headers, more);

  return {
    targets: {
      list: ours(LIST, visitor),
      bareList: theirs(bare, '/list', visitor),
      unchanged: ours(LIST, { ...visitor, 'if-none-match': list.etag }, { status: 304 }),
      honoList: theirs(hono, '/list', visitor),
      gig: ours(GIG, visitor),
      bareGig: theirs(bare, '/gig', visitor),
      page: ours('/', browser),
      barePage: theirs(bare, '/page', browser),
      orders: ours(ORDERS, buyer),
      expressOrders: theirs(express, '/orders', buyer),
      expressList: theirs(express, '/list', visitor),
      sell: sell(CONNECTIONS),
      expressSell: sellAsExpress(CONNECTIONS),
      sellOne: sell(1),
      expressSellOne: sellAsExpress(1),
    },
    warnings: [
      ...(await differs('gig list', list.bytes, express, '/list', visitor)),
      ...(await differs('orders list', orders.bytes, express, '/orders', buyer)),
    ],
    stop: () =>
      Promise.all(
        [load, selling, bare, hono, express, expressSelling].map((child) => child.stop()),
      ),
  };
}

interface Ask {
  connections: number;
  port: number;
  method: string;
  path: string;
  headers: Headers;
  body: string;
  status: number;
}

const GET = { connections: CONNECTIONS, method: 'GET', body: '', status: 200 };

function overHttp(load: Child, pid: number, { port, status, connections, ...ask }: Ask): Target {
  const length = Buffer.byteLength(ask.body);
  const headers = {
    host: `127.0.0.1:${port}`,
    ...ask.headers,
    ...(length ? { 'content-type': 'application/json', 'content-length': String(length) } : {}),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = `${ask.method} ${ask.path} HTTP/1.1\r\n${lines.join('')}\r\n${ask.body}`;
  const what = { port, request, status, connections };
  return { pid, press: (ms) => load.request<Loaded>({ ...what, ms }) };
}

/** A reference server is comparable only if its answer equals ours. */
async function differs(
  name: string,
  expected: Buffer,
  limit: Child & { first: Listening },
  path: string,
  headers: Headers,
): Promise<string[]> {
  const { bytes } = await fetchOnce(limit.first.port, path, headers);
  if (bytes.equals(expected)) return [];
  return [`The limit's ${name} is not ours: ${bytes.length} bytes against ${expected.length}.`];
}
