import { afterAll, beforeAll, expect, test } from 'vitest';
import fc from '../support/fast-check.ts';
import type { Person } from '../support/http-client.ts';
import { buy } from '../support/payments.ts';
import { insertAssistant, insertBuyer, ownerOf, signedIn, WEBSITE } from '../support/people.ts';
import { bodySchemasOf, callsOf } from '../support/routes.ts';
import { connectClient } from '../support/socket-client.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { addresses, bodies, socketValues } from './hostile-values.ts';

/** CI sends a share; `npm run simulate` sends more. */
const CALLS = Number(process.env['SIMULATION_CALLS'] ?? 600);
/** Callers are renewed and an hour passes, so that limits do not answer for the routes. */
const RENEW_EVERY = 150;
const EVENTS = ['joinConversation', 'leaveConversation', 'markMessagesAsSeen', 'typing', 'join'];
/** A socket that sends nonsense for longer is disconnected. */
const EVENTS_A_SOCKET = 20;
const HOUR = 3_600_000;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

type Role = 'visitor' | 'unverified' | 'stranger' | 'buyer' | 'assistant' | 'owner';
const roles = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom<Role[]>('visitor', 'unverified', 'stranger') },
  { weight: 4, arbitrary: fc.constantFrom<Role[]>('buyer', 'assistant', 'owner') },
);

/** A buyer with an order, and the ids of what is theirs: everybody guesses them. */
async function createBuyer(): Promise<{ userId: string; ids: string[] }> {
  const { person, user } = await insertBuyer(app);
  const { orderId, paymentId } = await buy(app, person);
  const said = { orderId, messageText: 'Namaste' };
  const { body } = await person.post('/api/v1/communicate/send-message', said);
  const { _id: messageId, conversationId } = body.data;
  return {
    userId: user.id,
    ids: [orderId, orderId, paymentId, user.id, messageId, conversationId, WEBSITE],
  };
}

const newCallers = async (userId: string): Promise<Record<Role, Person>> => ({
  visitor: app.visitor(),
  unverified: (await insertBuyer(app, { verified: false })).person,
  stranger: (await insertBuyer(app)).person,
  buyer: await signedIn(app, userId),
  assistant: (await insertAssistant(app)).person,
  owner: await ownerOf(app),
});

test('answers every call with any input from anybody, without a failure of the server', async () => {
  const { userId, ids } = await createBuyer();
  const schemas = bodySchemasOf(app.server.routes);
  const calls = callsOf(app.server.routes).filter((call) => call.includes('/api/v1/'));
  expect(schemas.size).toBeGreaterThan(30);
  let callers = await newCallers(userId);
  let sent = 0;
  const request = fc.constantFrom(...calls).chain((call) => {
    const [method = '', path = ''] = call.split(' ');
    const body = method === 'GET' ? fc.constant(undefined) : bodies(schemas.get(call), ids);
    return fc.record({
      method: fc.constant(method),
      role: roles,
      path: addresses(path, ids),
      body,
    });
  });
  await fc.assert(
    fc.asyncProperty(request, async ({ method, path, role, body }) => {
      sent += 1;
      if (sent % RENEW_EVERY === 0) {
        app.advance(HOUR);
        callers = await newCallers(userId);
      }
      const person = callers[role];
      const answer =
        body === undefined ? await person.get(path) : await person.write(method, path, body, {});
      expect(answer.status, JSON.stringify(answer.body).slice(0, 500)).toBeLessThan(500);
      if (answer.status >= 400) expectError(answer);
      // Somebody signed out or ended their sessions.
      if (answer.status === 401 && role !== 'visitor') callers = await newCallers(userId);
    }),
    { numRuns: CALLS },
  );
  await app.check();
}, 3_600_000);

/** An error is JSON with a sentence, and nothing of what was thrown inside. */
function expectError({ body, headers }: Awaited<ReturnType<Person['get']>>): void {
  expect(headers.get('content-type')).toContain('application/json');
  expect(body.success).toBe(false);
  expect(body.message).toMatch(/^\p{Lu}.*\S$/su);
  expect(body.message).not.toMatch(/\bat .*\.ts|SqliteError|syntax error|undefined|\[object/);
  expect(body.message, 'our own words').not.toMatch(
    /^(Invalid input|Too big|Too small|Invalid string):/,
  );
}

test('refuses an empty body in its own words', async () => {
  const { owner, assistant, buyer, visitor } = await newCallers((await createBuyer()).userId);
  for (const call of bodySchemasOf(app.server.routes).keys()) {
    const [method = '', path = ''] = call.split(' ');
    const filled = path.replaceAll(/:\w+/g, crypto.randomUUID());
    for (const person of [owner, assistant, buyer, visitor]) {
      const answer = await person.write(method, filled, {}, {});
      expect(answer.status, call).toBeLessThan(500);
      if (answer.status >= 400) expectError(answer);
    }
  }
});

test('acknowledges every socket event with any input', async () => {
  const { userId, ids } = await createBuyer();
  const connect = async () => connectClient(app, await signedIn(app, userId));
  let client = await connect();
  let sent = 0;
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...EVENTS), socketValues(ids), async (event, value) => {
      sent += 1;
      if (sent % EVENTS_A_SOCKET === 0) {
        client.socket.close();
        app.advance(HOUR);
        client = await connect();
      }
      expect(await client.send(event, value)).toHaveProperty('success');
    }),
    { numRuns: CALLS / 10 },
  );
  client.socket.close();
  await app.check();
}, 3_600_000);
