// The cost of account protection: `node tests/bench/accounts.ts`, half a minute. 200 concurrent
// sign-ins beside other requests, and whether known and unknown addresses take the same time.
import { randomUUID } from 'node:crypto';
import { hashPassword } from '../../api/modules/accounts/hashing.ts';
import { insertUser } from '../../api/modules/accounts/queries.ts';
import { iso, systemClock } from '../../api/platform/clock.ts';
import { newId } from '../../api/platform/ids.ts';
import { openDatabase } from '../../db/database.ts';
import { prepareFixture } from './fixture.ts';
import { type RunningApp, startBenchApp } from './start-app.ts';

const STORM = 200;
const ALLOWED_MS = 250;
const ROUNDS = 60;
const ALIKE = 0.1;
// Behind a trusted proxy every client has its own address, so that hashing is measured, not rate limits.
process.env['TRUST_PROXY'] = 'on';

const fixture = await prepareFixture();
try {
  const people = await insertPeople(fixture.app);
  const app = await startBenchApp(fixture);
  try {
    await compareTimes(app, people);
    await storm(app);
  } finally {
    await app.stop();
  }
} finally {
  fixture.clear();
}

/** Many people, so that no limit is reached. */
async function insertPeople(dataDir: string): Promise<string[]> {
  const store = openDatabase(`sqlite:${dataDir}/app.db`);
  const password_hash = await hashPassword('Monsoon-Ferry-42');
  const emails = Array.from({ length: ROUNDS }, () => `${randomUUID()}@bench.example`);
  for (const email of emails) {
    await insertUser(store.db, {
      ...{ id: newId(), name: 'Bench', email, password_hash, role: 'buyer' as const },
      ...{ avatar_hash: null, is_verified: 1 as const, last_login_at: null },
      created_at: iso(systemClock()),
    });
  }
  await store.close();
  return emails;
}

async function compareTimes(app: RunningApp, people: string[]): Promise<void> {
  const times = { known: [] as number[], unknown: [] as number[] };
  for (const [at, email] of people.entries()) {
    const asked: [keyof typeof times, string][] = [
      ['known', email],
      ['unknown', `${randomUUID()}@bench.example`],
    ];
    for (const [kind, each] of at % 2 === 0 ? asked : asked.toReversed()) {
      const { status, ms } = await signIn(app, each, at);
      if (status !== 401) throw new Error(`a wrong password was answered with ${status}`);
      times[kind].push(ms);
    }
  }
  const [known, unknown] = [quantile(times.known, 0.5), quantile(times.unknown, 0.5)];
  const apart = Math.abs(known / unknown - 1);
  console.log(
    `known ${known.toFixed(1)} ms, unknown ${unknown.toFixed(1)} ms: ${(apart * 100).toFixed(1)} % apart ${apart <= ALIKE ? '✓' : '✗'}`,
  );
}

async function storm(app: RunningApp): Promise<void> {
  let running = true;
  const all = Promise.all(
    Array.from({ length: STORM }, (_, at) =>
      signIn(app, `${randomUUID()}@bench.example`, 100 + at),
    ),
  ).finally(() => {
    running = false;
  });
  const waits: number[] = [];
  while (running) {
    const started = performance.now();
    await (await fetch(`http://127.0.0.1:${app.port}/api/v1/user/check-token`)).text();
    waits.push(performance.now() - started);
  }
  const counts = Map.groupBy(await all, ({ status }) => status);
  const p99 = quantile(waits, 0.99);
  const statuses = [...counts].map(([status, each]) => `${each.length} × ${status}`).join(', ');
  console.log(
    `${STORM} sign-ins at once: ${statuses}; of ${waits.length} other calls p50 ${quantile(waits, 0.5).toFixed(0)} ms, p99 ${p99.toFixed(0)} ms ${p99 < ALLOWED_MS ? '✓' : '✗'}`,
  );
}

async function signIn(app: RunningApp, email: string, from: number) {
  const xsrf = 'x'.repeat(43);
  const started = performance.now();
  const { status } = await fetch(`http://127.0.0.1:${app.port}/api/v1/user/sign-in`, {
    method: 'POST',
    headers: {
      Origin: fixture.siteOrigin,
      'Content-Type': 'application/json',
      Cookie: `XSRF-TOKEN=${xsrf}`,
      'X-XSRF-TOKEN': xsrf,
      'X-Forwarded-For': `10.0.${from >> 8}.${from & 255}`,
    },
    body: JSON.stringify({ email, password: 'not the password' }),
  });
  return { status, ms: performance.now() - started };
}

function quantile(values: number[], at: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * at)] ?? 0;
}
