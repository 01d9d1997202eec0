import { type ChildProcess, fork } from 'node:child_process';
import { createHash, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { DAY } from '../../api/platform/clock.ts';
import { openDatabase } from '../../db/database.ts';
import { readBytes } from '../../db/files/file-store.ts';
import { openFiles, sweepFiles, sweepUnknownFiles } from '../../db/files/stored-files.ts';
import { migrate } from '../../db/migrate.ts';
import { createEmptyDatabase } from '../support/database.ts';

const PROGRAM = new URL('./file-store-process.ts', import.meta.url).pathname;
const KILLS = Number(process.env['FILE_KILLS'] ?? 8);

test('however often processes are killed that store and delete the same files, no row lacks its file and no file its row', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kills-'));
  const database = await createEmptyDatabase(folder);
  const store = openDatabase(database.url);
  await migrate(store);
  const dir = join(folder, 'files');
  const start = async () => {
    const child = fork(PROGRAM, [database.url, dir], { execArgv: [] });
    await once(child, 'message');
    return child;
  };
  let others: ChildProcess[] = await Promise.all([start(), start()]);
  onTestFinished(async () => {
    for (const child of others) child.kill('SIGKILL');
    await store.close();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });
  const clock = () => new Date(Date.now() + 10 * DAY);
  const services = { store, clock, files: openFiles({ dir }, { store, clock }) };
  for (let kills = 0; kills < KILLS; kills += 1) {
    const [killed, other] = others;
    await pause(randomInt(60));
    killed?.kill('SIGKILL');
    if (killed) await once(killed, 'exit');
    // The other one waits while the rows and their files are compared.
    other?.kill('SIGSTOP');
    const named = await store.db.selectFrom('media').select('file_hash').execute();
    for (const { file_hash } of named) {
      const content = await readBytes(services.files, file_hash);
      expect(createHash('sha256').update(content).digest('hex')).toBe(file_hash);
    }
    other?.kill('SIGCONT');
    others = [...(other ? [other] : []), await start()];
  }
  for (const child of others) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  await sweepFiles(services);
  await sweepUnknownFiles(services);
  const left = [];
  for await (const { hash } of services.files.list()) left.push(hash);
  const named = await store.db
    .selectFrom('media')
    .select('file_hash')
    .orderBy('file_hash')
    .execute();
  expect(left).toEqual(named.map(({ file_hash }) => file_hash));
  expect(await store.db.selectFrom('files').select('hash').orderBy('hash').execute()).toEqual(
    left.map((hash) => ({ hash })),
  );
});
