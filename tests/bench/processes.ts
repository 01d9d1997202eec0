// `npm run bench -- --engine postgres --processes 1,2,3`: orders and messages over HTTP at one process on
// SQLite and at these numbers of processes on PostgreSQL, in turn in one run; what a NOTIFY and a connected socket cost.
import pg from 'pg';
import type { RazorpaySandbox } from '../../api/razorpay-sandbox/sandbox.ts';
import type { Person } from '../support/http-client.ts';
import { type OutsideProvider, openOutsideProvider } from '../support/outside-provider.ts';
import { TEMPLATE } from '../support/paths.ts';
import { type OwnServer, startOwnServer } from '../support/postgres-server.ts';
import { seedId } from '../support/seed-id.ts';
import { type Cluster, connectAll, startCluster } from './cluster.ts';
import { cpuOfTree } from './process-usage.ts';

const PEOPLE = Number(process.env['PEOPLE'] ?? 200);
const ORDERS = Number(process.env['ORDERS'] ?? 200);
const MESSAGES = Number(process.env['MESSAGES'] ?? 1_000);
const WARM = 0.2;
const AT_ONCE = 8;
const NOTIFICATIONS = 2_000;
const GIG = seedId('gig:business-website');

export async function benchProcesses(counts: number[]): Promise<void> {
  const provider = await openOutsideProvider();
  const server = await startOwnServer(DURABLE);
  try {
    await benchCluster({ count: 1, server: null, provider });
    for (const count of counts) await benchCluster({ count, server, provider });
    for (const listeners of [1, 3, 10]) await benchNotify(server, listeners);
  } finally {
    await server.remove();
    await provider.close();
  }
}

/** As in production: each commit is on the disk before it is answered. */
export const DURABLE = ['max_connections=200', 'synchronous_commit=on'];

interface Setting {
  count: number;
  server: OwnServer | null;
  provider: OutsideProvider;
}

async function benchCluster({ count, server, provider }: Setting): Promise<void> {
  const { sandbox, env } = provider;
  const cluster = await startCluster({ count, server, people: PEOPLE, env });
  const sockets = await connectAll(cluster);
  console.log(`\n${cluster.name}`);
  await measure('orders', cluster, { times: ORDERS, work: (at) => buy(cluster, sandbox, at) });
  await measure('messages', cluster, { times: MESSAGES, work: (at) => send(cluster, at) });
  for (const socket of sockets) socket.close();
  await cluster.stop();
}

async function measure(
  what: string,
  { used }: Cluster,
  { times, work }: { times: number; work: (at: number) => Promise<void> },
): Promise<void> {
  await repeat(Math.ceil(times * WARM), work);
  const before = used();
  const started = performance.now();
  const taken = (await repeat(times, work)).sort((a, b) => a - b);
  const seconds = (performance.now() - started) / 1_000;
  const after = used();
  const per = (from: number, to: number) => `${((to - from) / times / 1_000).toFixed(2)} ms`;
  const at = (part: number) => `${(taken[Math.floor(taken.length * part)] ?? 0).toFixed(0)} ms`;
  console.log(
    `  ${what.padEnd(9)} ${(times / seconds).toFixed(0).padStart(5)} a second   p50 ${at(0.5)}, p99 ${at(0.99)}   CPU: app ${per(before.apps, after.apps)}, database server ${per(before.server, after.server)}`,
  );
}

/** Returns how long each took, in milliseconds. */
async function repeat(times: number, work: (at: number) => Promise<void>): Promise<number[]> {
  const taken: number[] = [];
  let next = 0;
  const one = async () => {
    while (next < times) {
      const at = next;
      next += 1;
      const started = performance.now();
      await work(at);
      taken.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  return taken;
}

const ORIGIN = { Origin: TEMPLATE.siteOrigin };

async function buy({ people }: Cluster, sandbox: RazorpaySandbox, at: number): Promise<void> {
  const person = people[at % people.length];
  const placed = await person?.post('/api/v1/gig/order/place', await cartOf(person), ORIGIN);
  if (placed?.status !== 201) throw new Error(JSON.stringify(placed?.body));
  const paid = sandbox.pay(placed.body.orderId, { method: 'card', outcome: 'captured' });
  const verified = await person?.post('/api/v1/gig/order/verify', paid, ORIGIN);
  if (verified?.status !== 200) throw new Error(JSON.stringify(verified?.body));
}

let price = 0;
async function cartOf(person: Person) {
  if (price === 0) {
    const { body } = await person.get(`/api/v1/gig/get/${GIG}`);
    price = body.gig.PricingPlans[0].price;
  }
  return {
    checkoutId: crypto.randomUUID(),
    orderItems: [{ gigId: GIG, selectedPlan: { planType: 'Basic' }, extraFeatures: [] }],
    addressInfo: {
      ...{ firstName: 'Asha', lastName: 'Kulkarni', email: 'asha@buyers.example' },
      ...{ address: '14 Law College Road', city: 'Pune', state: 'Maharashtra', country: 'India' },
      phoneNo: '+91 98765 43210',
    },
    paymentType: 'Full',
    totalAmount: price,
  };
}

async function send({ people, buyers }: Cluster, at: number): Promise<void> {
  const person = people[at % people.length];
  const sent = await person?.post(
    '/api/v1/communicate/send-message',
    { orderId: buyers[at % buyers.length]?.orderId, messageText: `Message ${at}` },
    ORIGIN,
  );
  if (sent?.status !== 201) throw new Error(JSON.stringify(sent?.body));
}

/** What one push costs the database server, by how many processes listen. */
async function benchNotify(server: OwnServer, listeners: number): Promise<void> {
  const open = async () => {
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    return client;
  };
  const listening = await Promise.all(Array.from({ length: listeners }, open));
  for (const client of listening) await client.query('listen bench');
  const sender = await open();
  const before = cpuOfTree(server.pid());
  const started = performance.now();
  const payload = 'x'.repeat(300);
  for (let at = 0; at < NOTIFICATIONS; at += 1) {
    await sender.query('select pg_notify($1, $2)', ['bench', payload]);
  }
  const ms = (performance.now() - started) / NOTIFICATIONS;
  const cpu = (cpuOfTree(server.pid()) - before) / NOTIFICATIONS;
  console.log(
    `NOTIFY to ${listeners} listening: ${ms.toFixed(2)} ms each, ${cpu.toFixed(0)} µs of the database server`,
  );
  await Promise.all([sender, ...listening].map((client) => client.end()));
}
