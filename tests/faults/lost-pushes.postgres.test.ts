import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../support/http-client.ts';
import { idOf, ownerOf } from '../support/people.ts';
import { connectClient, type SocketClient } from '../support/socket-client.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { waitFor } from '../support/wait-for.ts';

// Two apps on one database: a push that did not reach the other one is fetched later.
let current: TestApp;
let elsewhere: TestApp;
let owner: Person;
let ownerId: string;
beforeAll(async () => {
  current = await startTestApp();
  const { databaseUrl } = current.server.config;
  const FILES_DIR = current.server.config.files.dir;
  elsewhere = await startTestApp({ DATABASE_URL: databaseUrl, FILES_DIR });
  owner = await ownerOf(elsewhere);
  ownerId = await idOf(owner);
});
afterAll(async () => {
  await elsewhere.close();
  await current.close();
});

const push = (number: number, more: object = {}) =>
  current.server.services.realtime.emit(`user:${ownerId}`, 'orderChanged', { number, ...more });
const numbersAt = (screen: SocketClient) =>
  screen.bodiesOf('orderChanged').map(({ number }) => number);

async function openScreen(): Promise<{ screen: SocketClient; ends: () => number }> {
  const screen = await connectClient(elsewhere, owner, { reconnection: true });
  let ends = 0;
  screen.socket.on('disconnect', () => {
    ends += 1;
  });
  await waitFor(() => {
    push(0);
    expect(numbersAt(screen)).toContain(0);
  });
  return { screen, ends: () => ends };
}

test('a page reconnects and fetches again when too many pushes wait at another process', async () => {
  const { screen, ends } = await openScreen();
  const many = 5_000;
  for (let number = 1; number <= many; number += 1) push(number);
  await waitFor(() => expect(ends()).toBe(1));
  expect(numbersAt(screen)).not.toContain(many);
  expect(current.logs.join('\n')).toContain('Too much waits to be sent.');
  // Pushes from before the end have arrived by then, and later pushes arrive again.
  await waitFor(() => expect(screen.socket.connected).toBe(true));
  push(many + 1);
  await waitFor(() => expect(numbersAt(screen)).toContain(many + 1));
  expect(ends()).toBe(1);
  screen.socket.close();
});

test('a page reconnects when a push of another process could not be fetched', async () => {
  const { screen, ends } = await openScreen();
  const { db } = current.server.services.store;
  // Longer than a NOTIFY takes, so it is stored, and deleted before it is fetched.
  await sql`create function forget() returns trigger language plpgsql as $$
    begin delete from socket_io_attachments where id = new.id; return null; end $$`.execute(db);
  await sql`create trigger forget after insert on socket_io_attachments
    for each row execute function forget()`.execute(db);
  push(1, { text: 'x'.repeat(9_000) });
  await waitFor(() => expect(ends()).toBe(1));
  await sql`drop trigger forget on socket_io_attachments`.execute(db);
  await waitFor(() => expect(screen.socket.connected).toBe(true));
  push(2, { text: 'x'.repeat(9_000) });
  await waitFor(() => expect(numbersAt(screen)).toContain(2));
  screen.socket.close();
});
