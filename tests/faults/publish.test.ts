import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readPictureBytes } from '../../api/platform/files/queries.ts';
import { storeSetting } from '../../db/settings.ts';
import { insertBuyer, WEBSITE } from '../support/people.ts';
import { waitFor } from '../support/wait-for.ts';

import {
  app,
  current,
  ended,
  instructBuild,
  owner,
  PUBLISH_API,
  publish,
  review,
  served,
  sharePublishApp,
  site,
  status,
} from './publish-app.ts';

sharePublishApp();

test('a publish creates a complete release, also for a static host', async () => {
  const before = current();
  const publishing = await publish();
  expect(publishing.latest).toMatchObject({ failure: null, uploadFailure: null });
  expect(publishing.latest.log).toContain('making');
  const name = current();
  expect(name).not.toBe(before);
  expect(publishing.releases[0]).toMatchObject({ name, isCurrent: true });
  await served(name);
  const headers = readFileSync(site(name, '_headers'), 'utf8');
  expect(headers).toMatch(/^\/\*\n {2}content-security-policy: .*script-src 'self' 'sha256-/);
  expect(headers).toContain('permissions-policy: ');
  expect(headers).toContain('/_astro/*\n  Cache-Control: public, max-age=31536000, immutable');
  expect(readFileSync(site(name, '_redirects'), 'utf8')).toContain('/orders/* /orders 200');
  const page = readFileSync(site(name, 'my-gig', 'business-website.html'), 'utf8');
  const shown = /\/media\/[^"]+/.exec(page)?.[0] ?? 'none';
  const bytes = await readPictureBytes(app.server.services, shown);
  expect(bytes && readFileSync(site(name, shown)).equals(bytes)).toBe(true);
  expect((await app.visitor().get('/_headers')).status).toBe(302);
});

test('the command after a publish gets its own variables and no secret of the app', async () => {
  await publish();
  const lines = readFileSync(site('environment'), 'utf8').trim().split('\n');
  expect(lines).toContain('CDN_TOKEN=the token of the CDN');
  // The shell adds four of its own.
  const mine = ['PATH', 'HOME', 'LANG', 'TMPDIR', 'CDN_TOKEN', 'CHANGED_FILES', 'REMOVED_FILES'];
  const shells = ['PWD', 'OLDPWD', 'SHLVL', '_'];
  const names = lines.map((line) => line.split('=')[0] ?? '');
  expect(names.filter((name) => ![...mine, ...shells].includes(name))).toEqual([]);
});

test('the dashboard lists what a publish would change', async () => {
  await publish();
  expect((await owner.get(`${PUBLISH_API}/changes`)).body.changes).toEqual([]);
  const path = `/api/v1/desk/gigs/${WEBSITE}`;
  const save = async (title: string) => {
    const { gig } = (await owner.get(path)).body;
    expect((await owner.put(path, { ...gig, title })).status).toBe(200);
    return gig.title;
  };
  const before = await save('A house');
  const { body } = await owner.get(`${PUBLISH_API}/changes`);
  expect(body.changes).toEqual([{ kind: 'gig', what: 'changed', title: 'A house' }]);
  await save(before);
  expect((await owner.get(`${PUBLISH_API}/changes`)).body.changes).toEqual([]);
  await save('A house');
  expect((await owner.get(`${PUBLISH_API}/changes`)).body.changes).toHaveLength(1);
  await publish();
  expect((await owner.get(`${PUBLISH_API}/changes`)).body.changes).toEqual([]);
});

test('a failed or incomplete build leaves the site unchanged and reports why', async () => {
  await publish();
  const before = current();
  for (const [asked, why] of [
    ['fail', 'Cannot read the gig’s heart'],
    ['broken', '/my-work links to /nowhere, which is not there.'],
  ] as const) {
    instructBuild(asked);
    const publishing = await publish();
    expect(publishing.latest.failure, asked).toContain(why);
    expect(current()).toBe(before);
  }
  instructBuild('');
  const whole = readdirSync(site()).filter((name) => existsSync(site(name, 'index.html')));
  expect(whole.sort()).toEqual([before, 'current']);
});

test('one publish runs at a time, and a killed one does not block the next', async () => {
  const before = current();
  instructBuild('hang');
  expect((await owner.post(PUBLISH_API)).status).toBe(202);
  expect((await owner.post(PUBLISH_API)).status).toBe(409);
  const { latest } = await waitFor(async () => {
    const publishing = await status();
    if (publishing.latest?.step !== 'Build the pages') throw new Error('not building yet');
    return publishing;
  });
  process.kill(latest.pid, 'SIGKILL');
  expect((await ended()).latest.failure).toContain('stopped half-way');
  instructBuild('');
  expect(current()).toBe(before);
  expect((await publish()).latest.failure).toBeNull();
  expect(current()).not.toBe(before);
});

test('an abandoned publish whose process id is in use again does not block the next', async () => {
  await publish();
  const { latest } = await status();
  const name = '20260101000000000-abcdef';
  const abandoned = JSON.stringify({ ...latest, name, pid: process.pid, endedAt: null });
  await app.write((tx) => storeSetting(tx, 'latest publish', abandoned));
  expect(await status()).toMatchObject({
    running: false,
    latest: { failure: expect.stringContaining('stopped half-way') },
  });
  expect((await publish()).latest.failure).toBeNull();
});

test('a script that somebody smuggles into a text is not allowed to run', async () => {
  const { user } = await insertBuyer(app);
  await review(user.id, '<script>steal()</script>');
  const { latest } = await publish();
  expect(latest.log).toContain('/my-work has a script that no template has');
  const { headers, body } = await app.visitor().get('/my-work');
  expect(body).toContain('<script>steal()</script>');
  const policies = [
    headers.get('Content-Security-Policy'),
    readFileSync(site('current', '_headers'), 'utf8'),
  ];
  for (const policy of policies) {
    expect(policy).toContain(hashOf('let inline = 1'));
    expect(policy).not.toContain(hashOf('steal()'));
  }
});

const hashOf = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`;
