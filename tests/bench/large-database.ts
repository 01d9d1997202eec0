// An installation with many rows: `node tests/bench/large-database.ts [orders]`, 10,000 orders by default, eleven messages
// each, half as many buyers. Prints the processor time of every call that reads, the largest first.
import { sql } from 'kysely';
import type { Tx } from '../../db/transaction.ts';
import type { Person } from '../support/http-client.ts';
import { buy } from '../support/payments.ts';
import { insertBuyer, ownerOf } from '../support/people.ts';
import { callsOf } from '../support/routes.ts';
import { startTestApp } from '../support/test-app.ts';

const ORDERS = Number(process.argv[2] ?? 10_000);
const MESSAGES = 11;
/** The newest orders are under way, their messages unread; the others are completed. */
const UNDER_WAY = 200;
const ROUNDS = 9;
const AIM_MS = 20;
/** The columns that differ in each copy of the order. */
const OWN_COLUMNS =
  /^(id|order_id|conversation_id|payment_id|instalment_id|last_message_id|provider_order_id|checkout_id|client_id|number|key)$/;
const PERSON_COLUMNS = /^(buyer_id|user_id|sender_id|accepted_by)$/;
/** In the order of their references. */
const TABLES = [
  ...['orders', 'agreements', 'payments', 'instalments', 'receipts', 'order_events'],
  ...['conversations', 'messages', 'notifications', 'reviews'],
];

const app = await startTestApp();
const owner = await ownerOf(app);
const { person, user } = await insertBuyer(app);
const { orderId } = await buy(app, person);
for (let at = 0; at < MESSAGES; at += 1) {
  const messageText = `Message ${at} about the order, long enough to be like one.`;
  await (at % 2 ? owner : person).post('/api/v1/communicate/send-message', {
    orderId,
    messageText,
  });
}
const started = performance.now();
await app.write((tx) => copyOrder(tx));
console.log(
  `${ORDERS} orders, ${ORDERS * MESSAGES} messages, ${ORDERS / 2} buyers, filled in ${((performance.now() - started) / 1_000).toFixed(0)} s`,
);
await measureStart();
await measureReads();
await measureBackup();
await app.close();

async function copyOrder(tx: Tx): Promise<void> {
  await sql`PRAGMA defer_foreign_keys = ON`.execute(tx);
  await copyRows(tx, 'users', ORDERS / 2, sql`id = ${user.id}`);
  for (const table of TABLES) {
    const isChat = table === 'messages';
    const where = isChat
      ? sql`conversation_id IN (SELECT id FROM conversations WHERE order_id = ${orderId})`
      : sql`${sql.ref(table === 'orders' ? 'id' : 'order_id')} = ${orderId}`;
    await copyRows(tx, table, ORDERS, where);
  }
}

/** Copies rows so many times, each copy with ids and numbers of its own and an hour older. */
async function copyRows(tx: Tx, table: string, times: number, where: ReturnType<typeof sql>) {
  const { rows } = await sql<{ name: string }>`
    SELECT name FROM pragma_table_info(${table})`.execute(tx);
  const values = rows.map(({ name }) => {
    const column = sql.ref(name);
    const isOwn = OWN_COLUMNS.test(name) && !(name === 'number' && table === 'instalments');
    if (name === 'id' && table === 'users') return sql`'buyer-' || n`;
    if (name === 'email') return sql`n || '@people.example'`;
    if (name === 'serial') return sql`${column} + n`;
    if (name === 'seq' && table === 'notifications') return sql`${column} + n * 1000`;
    if (isOwn) return sql`CASE WHEN ${column} IS NULL THEN NULL ELSE ${column} || '-' || n END`;
    if (PERSON_COLUMNS.test(name))
      return sql`CASE WHEN ${column} = ${user.id} THEN 'buyer-' || (1 + n % ${sql.lit(ORDERS / 2)}) ELSE ${column} END`;
    const isOld = sql`n > ${UNDER_WAY}`;
    if (name === 'status' && table === 'orders')
      return sql`CASE WHEN ${isOld} THEN 'Completed' ELSE ${column} END`;
    if (name === 'waits_since') return sql`CASE WHEN ${isOld} THEN NULL ELSE ${column} END`;
    if (name === 'seen_at' || name === 'read_at')
      return sql`CASE WHEN ${isOld} THEN created_at ELSE ${column} END`;
    if (name.endsWith('_at'))
      return sql`CASE WHEN ${column} IS NULL THEN NULL ELSE strftime('%Y-%m-%dT%H:%M:%fZ', ${column}, '-' || n || ' hours') END`;
    return column;
  });
  await sql`
    WITH RECURSIVE copies(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copies WHERE n < ${times})
    INSERT INTO ${sql.table(table)} (${sql.join(rows.map(({ name }) => sql.ref(name)))})
    SELECT ${sql.join(values)} FROM ${sql.table(table)}, copies WHERE ${where}`.execute(tx);
}

async function measureStart(): Promise<void> {
  const from = performance.now();
  await app.restart();
  console.log(`stopped and started in ${((performance.now() - from) / 1_000).toFixed(1)} s`);
}

async function measureReads(): Promise<void> {
  const ids: Record<string, string> = {
    orderId,
    id: orderId,
    userId: user.id,
    checkoutId: 'unknown',
    gigId: 'unknown',
  };
  // The zip draws every paper, and this client would hold all of them.
  const calls = callsOf(app.server.routes).filter(
    (call) => call.startsWith('GET /api/') && !call.endsWith('.zip'),
  );
  await costOf(person, '/healthz');
  const idle = await costOf(person, '/healthz');
  const costs: { call: string; ms: number; status: number; kb: number }[] = [];
  for (const call of calls) {
    const path = call.slice(4).replaceAll(/:(\w+)/g, (_, name) => ids[name] ?? orderId);
    const who = path.includes('/desk/') || path.endsWith('/conversations') ? owner : person;
    const { ms, status, kb } = await costOf(who, path);
    costs.push({ call, ms: ms - idle.ms, status, kb });
  }
  costs.sort((one, other) => other.ms - one.ms);
  for (const { call, ms, status, kb } of costs.slice(0, 25)) {
    console.log(
      `${ms > AIM_MS ? '✗' : '✓'} ${ms.toFixed(1).padStart(7)} ms  ${status}  ${kb.toFixed(0).padStart(6)} kB  ${call}`,
    );
  }
}

/** The processor time of a call, client included, once it is warm. */
async function costOf(who: Person, path: string) {
  let answer = await who.get(path);
  for (let round = 0; round < ROUNDS; round += 1) answer = await who.get(path);
  const before = process.cpuUsage();
  for (let round = 0; round < ROUNDS; round += 1) answer = await who.get(path);
  const { user: used, system } = process.cpuUsage(before);
  const kb = JSON.stringify(answer.body ?? '').length / 1_000;
  return { ms: (used + system) / 1_000 / ROUNDS, status: answer.status, kb };
}

async function measureBackup(): Promise<void> {
  const from = performance.now();
  let isRunning = true;
  const backup = owner.post('/api/v1/desk/backups').finally(() => {
    isRunning = false;
  });
  const waits: number[] = [];
  while (isRunning) {
    const asked = performance.now();
    await person.get('/api/v1/user/check-token');
    waits.push(performance.now() - asked);
  }
  const { status } = await backup;
  waits.sort((one, other) => one - other);
  console.log(
    `backup ${status} in ${((performance.now() - from) / 1_000).toFixed(1)} s; meanwhile ${waits.length} calls, half within ${waits[Math.floor(waits.length / 2)]?.toFixed(1)} ms, the longest ${waits.at(-1)?.toFixed(1)} ms`,
  );
}
