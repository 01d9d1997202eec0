import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';

const COUNT = 400;
const EACH_MS = 5;

/** The time of the disk for one message: one raw insert, one FULL commit, in milliseconds. */
export async function timeFlushes(dataDir: string): Promise<number[]> {
  const file = `${dataDir}/flush.db`;
  const db = new Database(file);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.exec('create table said (id text primary key, what text not null)');
  const insert = db.prepare('insert into said values (?, ?)');
  const times: number[] = [];
  for (let at = 0; at < COUNT; at += 1) {
    const began = performance.now();
    insert.run(crypto.randomUUID(), 'x'.repeat(200));
    times.push(performance.now() - began);
    await pause(EACH_MS);
  }
  db.close();
  for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true });
  return times;
}
