import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { hashPassword } from '../../api/modules/accounts/hashing.ts';
import { openSession } from '../../api/modules/accounts/sessions.ts';
import { systemClock } from '../../api/platform/clock.ts';
import { type Database, openDatabase } from '../../db/database.ts';
import { transaction } from '../../db/transaction.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { Person } from '../support/http-client.ts';
import { PASSWORD } from '../support/people.ts';
import { connectClient, type SocketClient } from '../support/socket-client.ts';
import { createDataFolder } from '../support/test-app.ts';
import { type AppProcess, freePort, startAppProcess, stop } from './app-process.ts';
import { insertRacedOrders, racedOrder } from './race-fixture.ts';

/** Processes of the app, each with a data folder of its own, that share one PostgreSQL database. */
export interface SeveralProcesses {
  apps: AppProcess[];
  store: Database;
  databaseUrl: string;
  /** Starts one more. */
  start(env?: Record<string, string>): Promise<AppProcess>;
  /** The first paid order, its buyer and the owner. */
  order: { id: string; buyerId: string; ownerId: string };
  close(): Promise<void>;
}

export async function startSeveral(
  count: number,
  env: Record<string, string> = {},
  /** The address at which the processes reach the database. */
  route: (databaseUrl: string) => Promise<string> = async (url) => url,
  given?: TestDatabase,
): Promise<SeveralProcesses> {
  const folders: string[] = [];
  const database = given ?? (await createTestDatabase(''));
  const store = openDatabase(database.url);
  const routed = { ...database.env, DATABASE_URL: await route(database.url) };
  const apps: AppProcess[] = [];
  async function start(more: Record<string, string> = {}): Promise<AppProcess> {
    const dataDir = createDataFolder();
    folders.push(dataDir);
    const shared = { FILES_DIR: join(folders[0] ?? dataDir, 'files') };
    const app = await startAppProcess(dataDir, await freePort(), {
      env: { ...shared, ...routed, ...env, ...more },
    });
    apps.push(app);
    return app;
  }
  const { id, buyer: buyerId } = racedOrder(0);
  const password_hash = await hashPassword(PASSWORD);
  await transaction({ store }, async (tx) => {
    await insertRacedOrders(tx, 1, true);
    await tx.updateTable('users').set({ password_hash }).where('id', '=', buyerId).execute();
  });
  await Promise.all(Array.from({ length: count }, () => start()));
  const owner = await store.db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'owner')
    .executeTakeFirstOrThrow();
  return {
    ...{ apps, store, databaseUrl: database.url, start },
    order: { id, buyerId, ownerId: owner.id },
    async close() {
      await Promise.all(apps.map(stop));
      await store.close();
      await database.drop();
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A new session of a person; one browser for each process. */
export async function openBrowsers(
  { apps, store }: SeveralProcesses,
  userId: string,
): Promise<Person[]> {
  const token = await transaction({ store }, (tx) =>
    openSession(tx, systemClock, { userId, userAgent: 'Firefox' }),
  );
  return apps.map(({ origin }) => {
    const person = new Person(origin, []);
    person.cookies.set('sid', token);
    return person;
  });
}

/** The same browser at another process. */
export function moveTo({ origin }: AppProcess, from: Person): Person {
  const person = new Person(origin, []);
  for (const [name, value] of from.cookies) person.cookies.set(name, value);
  return person;
}

export const socketOf = (person: Person): Promise<SocketClient> =>
  connectClient({ origin: person.origin, answers: [] }, person);
