import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { UNKNOWN_RELEASE, WHICH_RELEASE } from '../../api/modules/site/texts.ts';
import { WEBSITE_PAGE } from '../support/people.ts';
import { waitFor } from '../support/wait-for.ts';
import { start } from './app-process.ts';

import {
  app,
  current,
  ended,
  instructBuild,
  owner,
  PUBLISH_API,
  publish,
  served,
  sharePublishApp,
  site,
  status,
} from './publish-app.ts';

sharePublishApp();

test('a page that was open before a publish still loads its scripts', async () => {
  await publish();
  const before = current();
  await publish();
  await served(current());
  const script = await app.visitor().get(`/_astro/app.${before}.js`);
  expect(script.status).toBe(200);
  expect(script.body).toContain(before);
});

const released = async () =>
  (await status()).releases.find((each: { isCurrent: boolean }) => each.isCurrent).name;

test('the last five releases are stored, and any of them can be restored', async () => {
  for (let made = 0; made < 5; made += 1) await publish();
  const { releases } = await status();
  expect(releases).toHaveLength(5);
  const [, , third] = releases;
  expect((await owner.post(`${PUBLISH_API}/rollback`, { release: third.name })).status).toBe(202);
  expect((await ended()).latest).toMatchObject({ kind: 'rollback', failure: null });
  expect(await released()).toBe(third.name);
  await served(current());
  expect((await owner.post(`${PUBLISH_API}/rollback`, { release: third.name })).status).toBe(409);
  expect((await owner.post(`${PUBLISH_API}/rollback`, { release: '../../etc' })).status).toBe(404);
  expect((await status()).releases.map((each: { name: string }) => each.name)).toEqual(
    releases.map((each: { name: string }) => each.name),
  );
});

/** Runs `npm run build` with these arguments. */
async function build(...args: string[]): Promise<{ code: number | null; output: string }> {
  const program = start(['api/modules/site/publish/publish-command-line.ts', ...args], {
    DATA_DIR: app.dataDir,
  });
  return { code: await program.ended, output: program.output() };
}

test('a rollback to no release or an unknown one lists the stored releases', async () => {
  await publish();
  const before = current();
  const { releases } = await status();
  for (const [args, why] of [
    [['--to'], WHICH_RELEASE],
    [['--to', ''], WHICH_RELEASE],
    [['--to', '20250101000000000-abcdef'], UNKNOWN_RELEASE],
  ] as const) {
    const { code, output } = await build(...args);
    expect({ code, output }).toMatchObject({ code: 1, output: expect.stringContaining(why) });
    for (const { name } of releases) expect(output).toContain(name);
    expect(output).toContain(`${releases[0].name} (current)`);
  }
  const unknownArgument = await build(before);
  expect(unknownArgument.code, unknownArgument.output).toBe(1);
  expect((await status()).releases).toEqual(releases);
  expect(current()).toBe(before);
});

test('a publish on a full disk says so and leaves no files behind', async () => {
  const [before, published] = [current(), await released()];
  const names = () => readdirSync(site()).sort();
  const namesBefore = names();
  // With no block even the failure cannot be stored; with eight, the pages do not fit.
  for (const blocks of [0, 8]) {
    instructBuild(`disk limit:${blocks}`);
    const { latest, releases } = await publish();
    expect(latest.failure, `${blocks} blocks`).toMatch(/disk is full/);
    expect(latest.endedAt).not.toBeNull();
    expect(releases.find((each: { isCurrent: boolean }) => each.isCurrent).name).toBe(published);
    expect(names().filter((name) => !namesBefore.includes(name))).toEqual([]);
    expect(current()).toBe(before);
  }
  instructBuild('');
  expect((await publish()).latest.failure).toBeNull();
});

test('the command after a publish runs in the release, and its failure is shown', async () => {
  await publish();
  const uploads = readFileSync(site('uploads'), 'utf8').trim().split('\n');
  expect(uploads.at(-1)).toMatch(new RegExp(`${current()}$`));
  writeFileSync(join(app.dataDir, 'refuse'), '');
  const publishing = await publish();
  rmSync(join(app.dataDir, 'refuse'));
  expect(publishing.latest.failure).toBeNull();
  expect(publishing.latest.uploadFailure).toMatch(/ended with 3[\s\S]*no room/);
  expect(publishing.releases[0].isCurrent).toBe(true);
});

test('the command after a publish gets the files that differ from the last upload', async () => {
  await publish();
  const uploaded = current();
  writeFileSync(join(app.dataDir, 'refuse'), '');
  await publish();
  const refused = current();
  rmSync(join(app.dataDir, 'refuse'));
  await publish();
  const list = (name: string) => readFileSync(site(name), 'utf8').trim().split('\n');
  expect(list('changed')).toEqual(
    expect.arrayContaining(['index.html', 'index.html.br', `_astro/app.${current()}.js`]),
  );
  expect(list('changed').filter((file) => file.startsWith('media/'))).toEqual([]);
  expect(list('removed')).toContain(`_astro/app.${uploaded}.js`);
  expect(list('removed')).not.toContain(`_astro/app.${refused}.js`);
});

test('six publishes, one of them killed, never serve a visitor a mixed release', async () => {
  let reading = true;
  let requests = 0;
  const seen = new Set<string>();
  const faults: string[] = [];
  async function read(path: string): Promise<void> {
    const person = app.visitor();
    while (reading) {
      const page = await person.get(path);
      const text = String(page.body);
      const [, servedRelease] = /name="release" content="([^"]+)"/.exec(text) ?? [];
      const [script = ''] = /\/_astro\/[^"]+/.exec(text) ?? [];
      if (!servedRelease || page.status !== 200) faults.push(`${path}: ${page.status}`);
      const asset = await person.get(script);
      if (asset.status !== 200) faults.push(`${script}: ${asset.status}`);
      if (!String(asset.body).includes(`release ${servedRelease}`))
        faults.push(`${servedRelease} mixed`);
      seen.add(servedRelease ?? '');
      requests += 2;
    }
  }
  await publish();
  await served(current());
  const readers = ['/', '/my-work', WEBSITE_PAGE, '/orders/any'].map(read);
  for (let round = 0; round < 6; round += 1) {
    if (round === 3) {
      instructBuild('hang');
      await owner.post(PUBLISH_API);
      const { latest } = await waitFor(async () => {
        const publishing = await status();
        if (publishing.latest?.step !== 'Build the pages') throw new Error('not building yet');
        return publishing;
      });
      process.kill(latest.pid, 'SIGKILL');
      instructBuild('');
      await ended();
    } else {
      expect((await publish()).latest.failure).toBeNull();
    }
  }
  await served(current());
  reading = false;
  await Promise.all(readers);
  expect(faults).toEqual([]);
  expect(seen.size).toBeGreaterThan(3);
  expect(requests).toBeGreaterThan(200);
});
