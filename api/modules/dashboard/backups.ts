import { spawn } from 'node:child_process';
import { createReadStream, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { Hono } from 'hono';
import type { Config } from '../../config.ts';
import { iso } from '../../platform/clock.ts';
import type { Env } from '../../platform/http/env.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { confirmedOwnersOnly } from '../accounts/second-factor/confirm.ts';
import { BACKUP_FAILED, MAX_BACKUPS, UNKNOWN_BACKUP } from './rules.ts';

const PROGRAM = fileURLToPath(new URL('../../../db/backup.ts', import.meta.url));
const NAME = /^shop-\d{17}\.db$/;

/** Copies of the database, made and proved in a process of their own. */
export const backups = new Hono<Env>()
  .get('/', (c) => c.json({ success: true as const, backups: list(c.var.services.config) }))
  .post('/', async (c) => {
    const { config, clock } = c.var.services;
    const name = `shop-${iso(clock()).replace(/\D/g, '')}.db`;
    const folder = folderOf(config);
    mkdirSync(folder, { recursive: true });
    const message = await make(config, join(folder, name));
    for (const old of list(config).slice(MAX_BACKUPS)) await rm(join(folder, old.name));
    return c.json({ success: true as const, message, backups: list(config) }, 201);
  })
  .get('/:name', confirmedOwnersOnly, (c) => {
    const name = c.req.param('name');
    const file = join(folderOf(c.var.services.config), name);
    if (!NAME.test(name) || !existsSync(file)) throw new ApiError(404, UNKNOWN_BACKUP);
    return c.body(Readable.toWeb(createReadStream(file)) as ReadableStream, 200, {
      'Content-Type': 'application/vnd.sqlite3',
      'Content-Length': String(statSync(file).size),
      'Content-Disposition': `attachment; filename="${name}"`,
    });
  });

const folderOf = ({ dataDir }: Config): string => join(dataDir, 'backups');

function list(config: Config): { name: string; bytes: number; madeAt: string }[] {
  const folder = folderOf(config);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => NAME.test(name))
    .sort()
    .reverse()
    .map((name) => {
      const { size, mtime } = statSync(join(folder, name));
      return { name, bytes: size, madeAt: iso(mtime) };
    });
}

function make({ databaseUrl }: Config, file: string): Promise<string> {
  const child = spawn(process.execPath, [PROGRAM, 'backup', file, '--from', databaseUrl], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  child.stderr.resume();
  return new Promise((done, failed) => {
    child.on('error', failed);
    child.on('close', (code) => {
      if (code === 0) done(said.slice(said.indexOf(': ') + 2).trim());
      else failed(new ApiError(503, BACKUP_FAILED));
    });
  });
}
