import { rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll } from 'vitest';
import type { Person } from '../support/http-client.ts';
import { ASHA } from '../support/people.ts';
import { createDataDir } from '../support/test-app.ts';
import { type AppProcess, buyerOf, freePort, startAppProcess } from './app-process.ts';

// Two processes on one data folder, as during a restart without downtime.
export let dataDir: string;
export let apps: AppProcess[];
/** Asha's HTTP client for each process. */
export let clients: Person[];
beforeAll(async () => {
  dataDir = createDataDir();
  const ports = [await freePort(), await freePort()];
  apps = await Promise.all(ports.map((port) => startAppProcess(dataDir, port)));
  const [first, second] = apps as [AppProcess, AppProcess];
  const asha = await buyerOf(first, ASHA);
  const other = second.visitor();
  for (const [name, value] of asha.cookies) other.cookies.set(name, value);
  clients = [asha, other];
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** Calls each process this many times, all at once. */
export const atBoth = <T>(
  times: number,
  ask: (person: Person, at: number) => Promise<T>,
): Promise<T[]> =>
  Promise.all(
    Array.from({ length: times }, (_, at) => at).flatMap((at) =>
      clients.map((person) => ask(person, at)),
    ),
  );

export function rows<T>(sql: string): T[] {
  const db = new Database(join(dataDir, 'app.db'), { readonly: true });
  const found = db.prepare(sql).all() as T[];
  db.close();
  return found;
}
