import { beforeAll, expect, test } from 'vitest';
import { newId } from '../../api/platform/ids.ts';
import type { Person } from '../support/http-client.ts';
import {
  ADDRESS,
  codeFor,
  insertBuyer,
  orderBody,
  ownerOf,
  PASSWORD,
  paidOrder,
  signUp,
} from '../support/people.ts';
import { bodySchemasOf, callsOf } from '../support/routes.ts';
import { rowWith } from '../support/rows.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { connectClient } from '../support/socket-client.ts';

shareApp({}, { publishProgram: ['-e', ''] });

let owner: Person;
let buyer: Person;
let userId: string;
beforeAll(async () => {
  owner = await ownerOf(app);
  const inserted = await insertBuyer(app);
  buyer = inserted.person;
  userId = inserted.user.id;
});

const callerOf = (path: string): Person => (/\/desk\/|\/waits$/.test(path) ? owner : buyer);

test('every call that takes a body refuses a control character, and says in which field', async () => {
  const calls = [...bodySchemasOf(app.server.routes).keys()];
  expect(calls.length).toBeGreaterThan(60);
  for (const call of calls) {
    const [method = '', path = ''] = call.split(' ');
    for (const text of ['a\u0000b', 'a\u001b[2J', '\u0085\u009b', '\ud800']) {
      const answer = await callerOf(path).write(
        method,
        path.replaceAll(/:\w+/g, newId()),
        { deep: [{ text }] },
        {},
      );
      expect(answer, `${call} ${JSON.stringify(text)}`).toMatchObject({
        status: 400,
        body: { success: false, field: 'deep.0.text' },
      });
    }
  }
});

test('every call about an object answers 404 for what cannot be an id', async () => {
  const calls = callsOf(app.server.routes).filter((call) => /\/(api|media)\/.*:/.test(call));
  expect(calls.length).toBeGreaterThan(50);
  for (const call of calls) {
    const [method = '', path = ''] = call.split(' ');
    for (const id of ['%00', `${newId()}%E2%80%8B`, 'x%7f', '%ffy%00', `%C2%A0${newId()}`]) {
      const address = path.replaceAll(/:\w+/g, id);
      const { status } =
        method === 'GET'
          ? await callerOf(path).get(address)
          : await callerOf(path).write(method, address, {}, {});
      expect(status, `${method} ${address}`).toBe(404);
    }
  }
});

test('every call with a query refuses a control character in it', async () => {
  const calls = callsOf(app.server.routes).filter((call) => /^GET \/api\/[^:]*$/.test(call));
  for (const call of calls) {
    const path = call.replace('GET ', '');
    for (const name of ['find', 'words', 'after', 'before', 'status', 'year'])
      expect((await callerOf(path).get(`${path}?${name}=%00`)).status, `${path} ${name}`).toBe(400);
  }
});

test('a socket event with a control character is refused', async () => {
  const { socket, send } = await connectClient(app, buyer);
  for (const event of ['joinConversation', 'leaveConversation'])
    expect(await send(event, 'a\u0000')).toMatchObject({ success: false });
  expect(await send('typing', { conversationId: '\u0000' })).toMatchObject({ success: false });
  socket.close();
});

test('an address with invisible characters is the address that is seen: one account, which signs in', async () => {
  const person = await signUp(app, {
    ...{ name: 'Meera Shah', password: PASSWORD },
    email: 'mee\u200bra@bücher.exam\u2060ple',
  });
  const seen = 'meera@xn--bcher-kva.example';
  expect(await codeFor(app, seen)).toMatch(/^\d{6}$/);
  expect((await person.get('/api/v1/user/check-auth-user')).body.data.email).toBe(seen);
  const again = { name: 'Meera', password: PASSWORD, email: seen };
  expect((await app.visitor().post('/api/v1/user/sign-up', again)).status).toBe(409);
  for (const email of [seen, 'Meera@Bücher.example', '\ufeffmeera@bücher.example'])
    expect(
      (await app.visitor().post('/api/v1/user/sign-in', { email, password: PASSWORD })).status,
      email,
    ).toBe(200);
});

test('a code is taken with the marks that were copied with it', async () => {
  const who = { name: 'Nila Rao', password: PASSWORD, email: 'nila@buyers.example' };
  const person = await signUp(app, who);
  const code = await codeFor(app, who.email);
  const pasted = `\u202a${code.slice(0, 3)}\u00a0${code.slice(3)}\u202c`;
  expect((await person.post('/api/v1/user/verify-email', { code: pasted })).status).toBe(200);
});

test('passwords stay as they were typed', async () => {
  const password = 'Mon\u200bsoon-\u202eFerry-\u000742';
  const email = 'odd-password@buyers.example';
  await signUp(app, { name: 'Odd', email, password });
  const signIn = async (typed: string) =>
    (await app.visitor().post('/api/v1/user/sign-in', { email, password: typed })).status;
  expect(await signIn(password)).toBe(200);
  expect(await signIn('Monsoon-Ferry-42')).toBe(401);
});

test('names need something that is seen; joiners stay, disguises go', async () => {
  const rename = (name: string) => buyer.post('/api/v1/user/name', { name });
  for (const name of ['\u200b', '\u3164\u2800', '\u202e\u2066', '\ufe0f\u200d'])
    expect(await rename(name), JSON.stringify(name)).toMatchObject({
      status: 400,
      body: { field: 'name', message: 'Please enter your name.' },
    });
  expect((await rename('क्\u200dषमा \u202easha\u{e0041} 👩\u200d💻')).status).toBe(200);
  const { body } = await buyer.get('/api/v1/user/check-auth-user');
  expect(body.data.name).toBe('क्\u200dषमा asha 👩\u200d💻');
});

test('a message of only invisible characters is empty; one with them is stored as it is read', async () => {
  const orderId = await paidOrder(app, buyer);
  const say = (messageText: string) =>
    buyer.post('/api/v1/communicate/send-message', { orderId, messageText });
  expect(await say('\u200b\u2066')).toMatchObject({
    ...{ status: 400, body: { message: 'Message cannot be empty' } },
  });
  const { body } = await say('\u202eone\u000btwo ❤\ufe0f');
  expect(body.data.messageText).toBe('one\ntwo ❤\ufe0f');
});

test.each([
  ['+91 (98765) 43210', '+91 (98765) 43210'],
  ['(020) 2567-1234', '(020) 2567-1234'],
  ['+91.98765.43210', '+91.98765.43210'],
  ['\u202a+91\u00a098765\u201143210\u202c', '+91 98765-43210'],
  ['020/25671234', '020/25671234'],
  ['９８７６５４３２１０', '9876543210'],
])('the phone number %j is taken as %s', async (phoneNo, stored) => {
  const json = { addressInfo: { ...ADDRESS, phoneNo } };
  expect(await buyer.put('/api/v1/gig/order/last-address', json)).toMatchObject({ status: 200 });
  const { body } = await buyer.get('/api/v1/gig/order/last-address');
  expect(body.address.phoneNo).toBe(stored);
});

test.each(['123', '+91 98765 abcde', '------------', '1'.repeat(25)])(
  'the phone number %j is refused beside its field',
  async (phoneNo) => {
    const order = await orderBody(buyer, { addressInfo: { ...ADDRESS, phoneNo } });
    expect(await buyer.post('/api/v1/gig/order/place', order)).toMatchObject({
      status: 400,
      body: { field: 'addressInfo.phoneNo' },
    });
  },
);

test('the owner finds a buyer by an address that was copied with its marks', async () => {
  const { email } = await rowWith(app, 'users', { id: userId });
  const query = encodeURIComponent(`\u200b${email}\u2060`);
  const { body } = await owner.get(`/api/v1/desk/find?words=${query}`);
  expect(body, JSON.stringify(body)).toMatchObject({ clients: [{ email }] });
});
