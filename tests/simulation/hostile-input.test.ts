import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import fc, { SEED } from '../support/fast-check.ts';
import { plainFetch } from '../support/plain-fetch.ts';
import { bodySchemasOf, callsOf } from '../support/routes.ts';
import { connectClient, connectionError, type SocketClient } from '../support/socket-client.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { callersOf, createBuyer, newCallers, type Role, roles } from './hostile-callers.ts';
import { checkAnswer, checkSentMails, SlowCalls } from './hostile-responses.ts';
import { addresses, bodies, socketValues } from './hostile-values.ts';

/** As many go to one app; `npm run simulate` sends more, to one app after the other. */
const AN_APP = 5_000;
const CALLS = Number(process.env['SIMULATION_CALLS'] ?? 2_000);
/** Callers are renewed and an hour passes, so that limits do not answer for the routes. */
const RENEW_EVERY = 150;
/** The invariants are checked, and what was said is forgotten. */
const CHECK_EVERY = 1_000;
/** A socket event for so many calls. */
const CALLS_AN_EVENT = 10;
const EVENTS = [
  'joinConversation',
  'leaveConversation',
  'markMessagesAsSeen',
  'typing',
  'listChangedOrders',
  'join',
];
/** A socket that sends nonsense for longer is disconnected. */
const EVENTS_A_SOCKET = 20;
const HOUR = 3_600_000;
const MAX_GROWTH = 60_000_000;

let app: TestApp;
afterEach(() => app.close());

const runs = Array.from({ length: Math.ceil(CALLS / AN_APP) }, (_, at) => ({
  seed: SEED + at,
  numRuns: Math.min(AN_APP, CALLS - at * AN_APP),
}));

/** Hashing a password or starting a process takes as long as fifty other calls, which are made more often instead. */
const isHeavy = (call: string, schemas: Map<string, z.ZodType>): boolean => {
  const schema = schemas.get(call);
  const fields = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  return fields.includes('password') || /\/(backups|publish|doctor|update)\b/.test(call);
};

/** Any call of the app by anybody, with right, nearly right and absurd values. */
function requestsOf({ server }: TestApp, ids: string[]) {
  const schemas = bodySchemasOf(server.routes);
  expect(schemas.size).toBeGreaterThan(30);
  const calls = callsOf(server.routes).filter((call) => call.includes('/api/v1/'));
  const each = calls.map((call) => {
    const [method = '', path = ''] = call.split(' ');
    const body = method === 'GET' ? fc.constant(undefined) : bodies(schemas.get(call), ids);
    const sent = { method: fc.constant(method), role: roles, path: addresses(path, ids), body };
    return { weight: isHeavy(call, schemas) ? 1 : 4, arbitrary: fc.record(sent) };
  });
  return fc.oneof(...each);
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes in use once all that nobody needs was collected. */
function memoryUsed(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

test.each(runs)(
  'answers every call with any input from anybody, without a failure of the server (seed $seed)',
  async ({ seed, numRuns }) => {
    app = await startTestApp({}, { send: plainFetch });
    const { userId, ids } = await createBuyer(app);
    const renew = callersOf(app, userId);
    let callers = await newCallers(app, userId);
    const slow = new SlowCalls();
    const memory: number[] = [];
    let sent = 0;
    await fc.assert(
      fc.asyncProperty(requestsOf(app, ids), async ({ method, path, role, body }) => {
        sent += 1;
        if (sent % CHECK_EVERY === 0) {
          checkSentMails(app);
          await app.forget();
          memory.push(memoryUsed());
        }
        if (sent % RENEW_EVERY === 0) {
          app.advance(HOUR);
          callers = await newCallers(app, userId);
        }
        const person = callers[role];
        const call = () =>
          body === undefined ? person.get(path) : person.write(method, path, body, {});
        // What the owner asks for may take long: backups, publishing, the check of the installation.
        const answer =
          role === 'owner'
            ? await call()
            : await slow.time(call, () => `${role} ${method} ${path}`);
        checkAnswer(answer);
        // Somebody signed out or ended their sessions.
        if (answer.status === 401 && role !== 'visitor') callers[role] = await renew[role]();
      }),
      { numRuns, seed },
    );
    checkSentMails(app);
    await app.check();
    const [first = 0, last = first] = [memory[0], memory.at(-1)];
    expect(last - first, 'memory does not grow').toBeLessThan(MAX_GROWTH);
  },
  3_600_000,
);

test('refuses an empty body in its own words', async () => {
  app = await startTestApp({}, { send: plainFetch });
  const { owner, assistant, buyer, visitor } = await newCallers(
    app,
    (await createBuyer(app)).userId,
  );
  for (const call of bodySchemasOf(app.server.routes).keys()) {
    const [method = '', path = ''] = call.split(' ');
    const filled = path.replaceAll(/:\w+/g, crypto.randomUUID());
    for (const person of [owner, assistant, buyer, visitor])
      checkAnswer(await person.write(method, filled, {}, {}));
  }
});

test.each(runs)(
  'acknowledges every socket event with any input (seed $seed)',
  async ({ seed, numRuns }) => {
    app = await startTestApp({}, { send: plainFetch });
    const { userId, ids } = await createBuyer(app);
    expect(await connectionError(app, app.visitor())).not.toBe('');
    const clients = new Map<Role, { client: SocketClient; sent: number }>();
    const renew = callersOf(app, userId);
    const clientOf = async (role: Role): Promise<SocketClient> => {
      const known = clients.get(role);
      if (known && known.sent < EVENTS_A_SOCKET && known.client.socket.connected) {
        known.sent += 1;
        return known.client;
      }
      known?.client.socket.close();
      app.advance(HOUR);
      const client = await connectClient(app, await renew[role]());
      clients.set(role, { client, sent: 1 });
      return client;
    };
    const people = fc.constantFrom<Role[]>('stranger', 'buyer', 'assistant', 'owner');
    await fc.assert(
      fc.asyncProperty(
        ...[people, fc.constantFrom(...EVENTS), socketValues(ids)],
        async (role, event, value) => {
          const client = await clientOf(role);
          expect(await client.send(event, value)).toHaveProperty('success');
        },
      ),
      { numRuns: numRuns / CALLS_AN_EVENT, seed },
    );
    for (const { client } of clients.values()) client.socket.close();
    await app.check();
  },
  3_600_000,
);
