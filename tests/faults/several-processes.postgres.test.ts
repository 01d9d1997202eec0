import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertUser } from '../../api/modules/accounts/queries.ts';
import { getOrder } from '../../api/modules/orders/queries.ts';
import type { OrderStatus } from '../../api/modules/orders/rules.ts';
import { iso, SECOND } from '../../api/platform/clock.ts';
import { newId } from '../../api/platform/ids.ts';
import { PASSWORD } from '../support/people.ts';
import type { SocketClient } from '../support/socket-client.ts';
import { waitFor } from '../support/wait-for.ts';
import { type AppProcess, kill } from './app-process.ts';
import {
  moveTo,
  openBrowsers,
  type SeveralProcesses,
  socketOf,
  startSeveral,
} from './several-processes.ts';

// Three processes on one PostgreSQL database: it makes no difference which one gets a request or a socket.
let cluster: SeveralProcesses;
let apps: [AppProcess, AppProcess, AppProcess];
beforeAll(async () => {
  cluster = await startSeveral(3);
  apps = cluster.apps as typeof apps;
});
afterAll(() => cluster.close());

const browsersOf = async (userId: string) => {
  const [first, second, third] = await openBrowsers(cluster, userId);
  if (!first || !second || !third) throw new Error('three processes are expected');
  return { first, second, third };
};

const untilEnded = async ({ socket }: SocketClient): Promise<void> => {
  if (socket.connected) await once(socket as never, 'disconnect');
};

const idsIn = (list: string[]) => [...list].sort();

test('pushes at the third process what a buyer who signed in at the first does at the second', async () => {
  const { id, buyerId, ownerId } = cluster.order;
  const buyer = apps[0].visitor();
  const email = '0@buyers.example';
  const signedIn = await buyer.post('/api/v1/user/sign-in', { email, password: PASSWORD });
  expect(signedIn.status).toBe(200);
  const owner = await socketOf((await browsersOf(ownerId)).third);
  const sent = await moveTo(apps[1], buyer).post('/api/v1/communicate/send-message', {
    orderId: id,
    messageText: 'Hello from the second',
  });
  expect(sent.status).toBe(201);
  const change = await owner.waitFor('orderChanged', (body) => body.orderId === id);
  expect(change).toEqual({ orderId: id });
  await owner.waitFor('getOnlineUsers', (list) => !list.includes(buyerId));
  owner.socket.close();
});

test('shows both people every message of all processes, numbered alike', async () => {
  const { id, buyerId, ownerId } = cluster.order;
  const [buyer, owner] = [await browsersOf(buyerId), await browsersOf(ownerId)];
  const sockets = [await socketOf(buyer.first), await socketOf(owner.third)];
  const { body } = await buyer.second.post('/api/v1/communicate/order/user-conversation', {
    orderId: id,
  });
  for (const socket of sockets) {
    expect(await socket.send('joinConversation', body.conversation._id)).toMatchObject({
      success: true,
    });
  }
  const senders = [buyer.first, buyer.second, buyer.third, owner.first, owner.second, owner.third];
  const before = body.messages.length;
  // Longer than one NOTIFY takes.
  const long = '€'.repeat(3_900);
  await Promise.all(
    senders.flatMap((sender, at) =>
      [1, 2, 3, 4].map((round) =>
        sender.post('/api/v1/communicate/send-message', {
          orderId: id,
          messageText: `${round} from ${at} ${round === 4 ? long : ''}`,
        }),
      ),
    ),
  );
  const numbers = Array.from({ length: senders.length * 4 }, (_, at) => before + at + 1);
  const seen = await Promise.all(
    sockets.map((socket) =>
      waitFor(() => {
        const messages = socket.bodiesOf('newMessage');
        messages.sort((one, other) => one.seq - other.seq);
        expect(messages.map(({ seq }) => seq)).toEqual(numbers);
        return messages.map(({ _id }) => _id);
      }),
    ),
  );
  expect(seen[0]).toEqual(seen[1]);
  for (const { socket } of sockets) socket.close();
});

test('lists who is online alike at every process, and forgets who was at one that was killed', async () => {
  const { buyerId, ownerId } = cluster.order;
  const extra = await cluster.start();
  const [buyer, owner] = [await browsersOf(buyerId), await browsersOf(ownerId)];
  const atExtra = await socketOf(moveTo(extra, buyer.first));
  const atFirst = await socketOf(owner.first);
  const atThird = await socketOf(owner.third);
  const both = idsIn([buyerId, ownerId]);
  for (const socket of [atExtra, atFirst, atThird]) {
    await socket.waitFor('getOnlineUsers', (list) => `${idsIn(list)}` === `${both}`);
  }
  await kill(extra);
  for (const socket of [atFirst, atThird]) {
    await waitFor(() => expect(socket.bodiesOf('getOnlineUsers').at(-1)).toEqual([ownerId]));
  }
  for (const { socket } of [atExtra, atFirst, atThird]) socket.close();
});

test('what the owner has pressed is done within fifteen seconds, though the process that took it is killed', async () => {
  const { id, ownerId } = cluster.order;
  const { db } = cluster.store;
  const setTo = (status: OrderStatus) =>
    db.updateTable('orders').set({ status }).where('id', '=', id).execute();
  const { status: before } = await getOrder(db, id);
  await setTo('In Progress');
  const extra = await cluster.start();
  const owner = moveTo(extra, (await browsersOf(ownerId)).first);
  expect((await owner.post(`/api/v1/desk/orders/${id}/accept?undo=true`)).status).toBe(200);
  await kill(extra);
  const { act_at } = await getOrder(db, id);
  await waitFor(async () => expect((await getOrder(db, id)).status).toBe('Accepted'));
  const { updated_at } = await getOrder(db, id);
  const taken = Date.parse(updated_at) - Date.parse(act_at ?? '');
  expect(taken).toBeGreaterThanOrEqual(10 * SECOND);
  expect(taken).toBeLessThan(15 * SECOND);
  await setTo(before);
});

test('counts the sockets of one person over all processes', async () => {
  const { first, second, third } = await browsersOf(cluster.order.ownerId);
  const open = [];
  for (const browser of [first, second, third, first, second, third, first, second, third, first]) {
    open.push(await socketOf(browser));
  }
  await waitFor(() => expect(socketOf(second)).rejects.toThrow('connected too often'));
  for (const { socket } of open) socket.close();
});

test('ends the sockets of a session at every process after the sign-out', async () => {
  const { first, second, third } = await browsersOf(cluster.order.buyerId);
  const sockets = [await socketOf(first), await socketOf(third)];
  const other = await socketOf((await browsersOf(cluster.order.buyerId)).second);
  expect((await second.post('/api/v1/user/logout')).status).toBe(200);
  await Promise.all(sockets.map(untilEnded));
  expect(other.socket.connected).toBe(true);
  other.socket.close();
});

test('ends the sockets of other sessions at every process after a new password', async () => {
  const { second, third } = await browsersOf(cluster.order.buyerId);
  const remaining = await socketOf(third);
  const others = await browsersOf(cluster.order.buyerId);
  const sockets = [await socketOf(others.first), await socketOf(others.third)];
  const changed = await second.post('/api/v1/user/password', {
    password: PASSWORD,
    newPassword: 'Harvest-Lantern-17',
  });
  expect(changed.status, JSON.stringify(changed.body)).toBe(200);
  await Promise.all(sockets.map(untilEnded));
  expect((await others.second.get('/api/v1/user/check-auth-user')).status).toBe(401);
  // The session goes on with a new token, which the answer brought.
  expect((await second.get('/api/v1/user/check-auth-user')).status).toBe(200);
  expect(remaining.socket.connected).toBe(true);
  remaining.socket.close();
});

test('ends an assistant at every process', async () => {
  const { ownerId } = cluster.order;
  const [assistantId, now] = [newId(), iso(new Date())];
  const account = { id: assistantId, name: 'Ravi', email: 'ravi@assistants.example' };
  await insertUser(cluster.store.db, {
    ...{ ...account, password_hash: null, role: 'buyer', avatar_hash: null, is_verified: 1 },
    ...{ last_login_at: null, created_at: now, assistant_since: now },
  });
  const { first, second, third } = await browsersOf(assistantId);
  const sockets = [await socketOf(first), await socketOf(third)];
  expect((await second.get('/api/v1/desk/orders')).status).toBe(200);
  const owner = (await browsersOf(ownerId)).second;
  expect((await owner.delete(`/api/v1/desk/assistants/${assistantId}`)).status).toBe(200);
  await Promise.all(sockets.map(untilEnded));
  for (const browser of [first, second, third])
    expect((await browser.get('/api/v1/desk/orders')).status).toBe(401);
});
