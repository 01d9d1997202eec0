import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import type { OwnServer } from './postgres-server.ts';

const LEFT_OUT = ['postmaster.pid', 'postmaster.opts'];

/**
 * The files of a running server, copied as pg_basebackup does; returns their folder, gone when the test ends.
 */
export async function baseBackup(server: OwnServer): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'backup-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const admin = new pg.Client({ connectionString: server.url });
  await admin.connect();
  await admin.query("select pg_backup_start('night', true)");
  cpSync(server.data, folder, {
    recursive: true,
    filter: (path) => !LEFT_OUT.includes(basename(path)) && basename(dirname(path)) !== 'pg_wal',
  });
  const { rows } = await admin.query('select labelfile from pg_backup_stop()');
  await admin.end();
  writeFileSync(join(folder, 'backup_label'), rows[0].labelfile);
  mkdirSync(join(folder, 'pg_wal'), { recursive: true });
  return folder;
}
