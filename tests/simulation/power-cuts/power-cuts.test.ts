import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import SqliteFile from 'better-sqlite3';
import { expect, test } from 'vitest';
import type { Manifest } from '../../../api/modules/site/releases/release-folder.ts';
import fc from '../../support/fast-check.ts';
import { Disk, type Image } from './disk.ts';
import { type Acknowledged, type Recording, record } from './record.ts';

const CUTS = Number(process.env['POWER_CUTS'] ?? 500);

/** Where each kind of what was confirmed is found. */
const ROWS: Partial<Record<Acknowledged['kind'], string>> = {
  account: 'SELECT 1 FROM users WHERE email = ? AND is_verified = 1',
  order: 'SELECT 1 FROM instalments WHERE provider_order_id = ?',
  payment: "SELECT 1 FROM payments WHERE id = ? AND status = 'settled'",
  message: 'SELECT 1 FROM messages WHERE id = ?',
};

test('a power cut at any moment loses nothing that was confirmed', async () => {
  const recording = await record();
  const { before, dataDir, calls, acknowledged } = recording;
  const [first, last] = [calls[0]?.end ?? 0, calls.at(-1)?.end ?? 0];
  expect(acknowledged.length).toBeGreaterThan(50);
  const moment = fc.record({
    at: fc.oneof(
      fc.constantFrom(...calls.map(({ end }) => end)),
      fc.constantFrom(...acknowledged.map(({ at }) => at)),
      fc.double({ min: first, max: last, noNaN: true }),
    ),
    seed: fc.nat(),
  });
  const cuts = fc.sample(moment, CUTS).sort((one, other) => one.at - other.at);
  const disk = new Disk(before, dataDir);
  const lost: string[] = [];
  let next = 0;
  for (const { at, seed } of cuts) {
    for (; (calls[next]?.end ?? Number.POSITIVE_INFINITY) <= at; next += 1) {
      const call = calls[next];
      if (call) disk.apply(call);
    }
    const image = disk.cut(generator(seed));
    const confirmed = acknowledged.filter((each) => each.at <= at);
    for (const fault of findFaults(image, recording, confirmed)) {
      lost.push(`${(at - first).toFixed(3)} s, seed ${seed}: ${fault}`);
    }
  }
  console.info(
    `${cuts.length} power cuts in ${(last - first).toFixed(1)} s, ${calls.length} system calls, ${acknowledged.length} confirmations`,
  );
  recording.remove();
  expect(lost).toEqual([]);
}, 3_600_000);

/** Numbers from 0 to below 1 that follow from a seed (a linear congruential generator). */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function findFaults(image: Image, recording: Recording, confirmed: Acknowledged[]): string[] {
  const of = (kind: Acknowledged['kind']) => confirmed.filter((each) => each.kind === kind);
  return [
    ...databaseFaults(image, recording, confirmed),
    ...releaseFaults(image, recording, of('release').at(-1)?.id),
    ...of('backup').flatMap(({ id }) => backupFaults(image, recording, id)),
    ...secretFaults(image, recording),
  ];
}

/** Opens the database as it would be found and looks for every confirmed row. */
function databaseFaults(
  image: Image,
  { dataDir, before }: Recording,
  confirmed: Acknowledged[],
): string[] {
  const folder = join(before, '..', 'cut');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const name of ['app.db', 'app.db-wal']) {
    const bytes = image.files.get(join(dataDir, name));
    if (bytes) writeFileSync(join(folder, name), bytes);
  }
  const database = new SqliteFile(join(folder, 'app.db'));
  try {
    const health = database.pragma('integrity_check', { simple: true });
    if (health !== 'ok') return [`the database: ${health}`];
    return confirmed.flatMap(({ kind, id }) => {
      const query = ROWS[kind];
      return !query || database.prepare(query).get(id) ? [] : [`${kind} ${id} is gone`];
    });
  } catch (error) {
    return [`the database: ${error}`];
  } finally {
    database.close();
  }
}

/** The release that visitors get is whole, and not older than the last one that was confirmed. */
function releaseFaults(image: Image, { dataDir }: Recording, confirmed = ''): string[] {
  const site = join(dataDir, 'site');
  const name = image.links.get(join(site, 'current')) ?? '';
  if (name < confirmed) return [`the release ${confirmed} was confirmed, ${name} is served`];
  const manifest = image.files.get(join(site, `${name}.manifest.json`));
  // The release that was there before is of another program.
  if (!manifest && confirmed === '') return [];
  try {
    const { files } = JSON.parse(String(manifest)) as Manifest;
    const broken = Object.entries(files).filter(([file, { sha256 }]) => {
      const bytes = image.files.get(join(site, name, file));
      return !bytes || createHash('sha256').update(bytes).digest('hex') !== sha256;
    });
    return broken.length === 0
      ? []
      : [`${broken.length} files of the served release are damaged, such as ${broken[0]?.[0]}`];
  } catch (error) {
    return [`the list of files of ${name}: ${error}`];
  }
}

function backupFaults(image: Image, { dataDir, before }: Recording, name: string): string[] {
  const bytes = image.files.get(join(dataDir, 'backups', name));
  if (!bytes) return [`the backup ${name} is gone`];
  const file = join(before, '..', 'backup.db');
  writeFileSync(file, bytes);
  try {
    const database = new SqliteFile(file, { readonly: true });
    const health = database.pragma('integrity_check', { simple: true });
    database.close();
    return health === 'ok' ? [] : [`the backup ${name}: ${health}`];
  } catch (error) {
    return [`the backup ${name}: ${error}`];
  }
}

/** Either whole or not there yet. */
function secretFaults(image: Image, { dataDir }: Recording): string[] {
  const bytes = image.files.get(join(dataDir, 'secrets.json'));
  try {
    if (bytes) JSON.parse(String(bytes));
    return [];
  } catch (error) {
    return [`secrets.json: ${error}`];
  }
}
