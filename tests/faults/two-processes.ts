import { rmSync } from 'node:fs';
import { afterAll, beforeAll } from 'vitest';
import { createTestDatabase, rowsOf, type TestDatabase } from '../support/database.ts';
import type { Person } from '../support/http-client.ts';
import { ASHA } from '../support/people.ts';
import { createDataFolder } from '../support/test-app.ts';
import { type AppProcess, buyerOf, freePort, startAppProcess, stop } from './app-process.ts';

// Two processes on one data folder, as during a restart without downtime.
export let database: TestDatabase;
export let apps: AppProcess[];
/** Asha's HTTP client for each process. */
export let clients: Person[];

/** Starts them for the test file that calls this. */
export function shareTwoProcesses(): void {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = createDataFolder();
    database = await createTestDatabase(dataDir);
    const { env } = database;
    const ports = [await freePort(), await freePort()];
    apps = await Promise.all(ports.map((port) => startAppProcess(dataDir, port, { env })));
    const [first, second] = apps as [AppProcess, AppProcess];
    const asha = await buyerOf(first, ASHA);
    const other = second.visitor();
    for (const [name, value] of asha.cookies) other.cookies.set(name, value);
    clients = [asha, other];
  });
  afterAll(async () => {
    await Promise.all(apps.map(stop));
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });
}

/** Sends this many simultaneous calls to each process. */
export const atBoth = <T>(
  times: number,
  ask: (person: Person, at: number) => Promise<T>,
): Promise<T[]> =>
  Promise.all(
    Array.from({ length: times }, (_, at) => at).flatMap((at) =>
      clients.map((person) => ask(person, at)),
    ),
  );

export const rows = <T>(query: string): Promise<T[]> => rowsOf<T>(database, query);
