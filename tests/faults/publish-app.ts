import { readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, vi } from 'vitest';
import type { Person } from '../support/http-client.ts';
import { ownerOf } from '../support/people.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { waitFor } from '../support/wait-for.ts';

const PROGRAM = [new URL('./small-build.ts', import.meta.url).pathname];
export const PUBLISH_API = '/api/v1/desk/publish';

export let app: TestApp;
export let owner: Person;

/** An app whose publishes render small pages, for the tests of the file that calls this. */
export function sharePublishApp(): void {
  beforeAll(async () => {
    const afterwards = `echo "$PWD" >> ../uploads; cat "$CHANGED_FILES" > ../changed; cat "$REMOVED_FILES" > ../removed; env > ../environment; test ! -f ../../refuse || { echo no room >&2; exit 3; }`;
    // The publishing process inherits the environment of this one.
    vi.stubEnv('RAZORPAY_KEY_SECRET', 'a secret of the app');
    vi.stubEnv('CDN_TOKEN', 'the token of the CDN');
    const settings = { PUBLISH_COMMAND: afterwards, PUBLISH_ENV: 'CDN_TOKEN' };
    app = await startTestApp(settings, { publishProgram: PROGRAM });
    owner = await ownerOf(app);
  });
  // Whatever became of the test before.
  beforeEach(async () => {
    instructBuild('');
    rmSync(join(app.dataDir, 'refuse'), { force: true });
    await waitFor(async () => expect((await status()).running).toBe(false));
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await app.close();
  });
}

export const site = (...path: string[]) => join(app.dataDir, 'site', ...path);
export const current = () => readlinkSync(site('current'));
export const instructBuild = (text: string) => writeFileSync(join(app.dataDir, 'wish'), text);
export const status = async () => (await owner.get(PUBLISH_API)).body;

/** Waits until the running publish has ended and returns its status. */
export const ended = () =>
  waitFor(async () => {
    const publishing = await status();
    if (publishing.running || !publishing.latest) throw new Error('still publishing');
    return publishing;
  });

export async function publish() {
  const answer = await owner.post(PUBLISH_API);
  expect(answer.status, JSON.stringify(answer.body)).toBe(202);
  return ended();
}

/** Waits until visitors receive this release. */
export const served = (name: string) =>
  waitFor(async () => {
    const { body } = await app.visitor().get('/');
    if (!body.includes(`content="${name}"`)) throw new Error('the old release is served');
  });

/** The start page that visitors get. */
export const startPage = () => readFileSync(site('current', 'index.html'), 'utf8');

/** Does what the job does every minute. */
export const refreshPages = () => app.server.services.publisher.refreshPages();

/** A review of this person that the small pages show. */
export async function review(userId: string, comment: string): Promise<void> {
  const { db } = app.server.services.store;
  const sample = await db.selectFrom('reviews').selectAll().executeTakeFirstOrThrow();
  const id = `shown-${crypto.randomUUID()}`;
  const row = { ...sample, id, user_id: userId, order_id: null, comment };
  await db.insertInto('reviews').values(row).execute();
}
