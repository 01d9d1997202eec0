// How long a publish takes: `node tests/bench/build.ts [--no-pictures] [--others 300] [counts …]`; 10, 100 and 1,000
// gigs by default, with as many projects and articles as `--others` says.
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readConfig } from '../../api/config.ts';
import { openSession } from '../../api/modules/accounts/sessions.ts';
import { startProcess } from '../../api/modules/site/worker/site-worker.ts';
import { systemClock } from '../../api/platform/clock.ts';
import { startApp } from '../../api/start-app.ts';
import { Person } from '../support/http-client.ts';
import type { BuildAnswer, BuildQuestion } from './build-child.ts';
import { fillWithGigs, renameGig } from './gigs-fixture.ts';
import { freePort } from './start-app.ts';

const CHILD = fileURLToPath(new URL('./build-child.ts', import.meta.url));
const POLL_MS = 5;
const log = { info() {}, error: console.error };

const { values, positionals } = parseArgs({
  options: { 'no-pictures': { type: 'boolean' }, others: { type: 'string', default: '0' } },
  allowPositionals: true,
});
const sharePictures = !values['no-pictures'];
const counts = positionals.map(Number).filter(Number.isFinite);
for (const gigs of counts.length > 0 ? counts : [10, 100, 1_000]) await measure(gigs);

async function measure(gigs: number): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'build-'));
  const databaseUrl = `sqlite:${join(dataDir, 'app.db')}`;
  const port = await freePort();
  const target = { dataDir, databaseUrl, siteOrigin: `http://localhost:${port}` };
  await fillWithGigs(databaseUrl, gigs, Number(values.others));
  // Separate processes, so that the memory of one is not counted for the other.
  const loop = await inChild(async (ask) => {
    await ask({ work: 'load', target, sharePictures });
    return ask({ work: 'loop', target, sharePictures });
  });
  const [everything, nothing, first, one] = await inChild(async (ask) => {
    await ask({ work: 'load', target, sharePictures });
    const publish = () => ask({ work: 'publish', target, sharePictures });
    const all = await ask({ work: 'everything', target, sharePictures });
    const none = await publish();
    const changed: BuildAnswer[] = [];
    for (const title of ['A gig under a new name', 'A gig under another name']) {
      await renameGig(databaseUrl, title);
      changed.push(await publish());
    }
    return [all, none, ...changed];
  });
  console.log(`${gigs} gigs${sharePictures ? '' : ' without share pictures'}`);
  for (const [name, answer] of Object.entries({ loop, everything, nothing, first, one })) {
    if (answer) console.log(`  ${name}: ${textOf(answer)}`);
  }
  if (everything) console.log(`  everything / loop: ${(everything.cpu / loop.cpu).toFixed(2)}`);
  if (sharePictures) await measureOverHttp(dataDir, port);
  rmSync(dataDir, { recursive: true, force: true });
}

function textOf({ seconds, cpu, peak }: BuildAnswer): string {
  return `${seconds.toFixed(2)} s, CPU ${cpu.toFixed(2)} s, at most ${peak.toFixed(0)} MB`;
}

type Ask = (question: BuildQuestion) => Promise<BuildAnswer>;

/** Runs work in a process that is started like the publishing process. */
async function inChild<R>(work: (ask: Ask) => Promise<R>): Promise<R> {
  const child: ChildProcess = startProcess([CHILD], {});
  child.stderr?.pipe(process.stderr);
  try {
    return await work(
      (question) =>
        new Promise((done, failed) => {
          child.once('message', done);
          child.once('close', () => failed(new Error('the process ended')));
          child.send(question);
        }),
    );
  } finally {
    child.removeAllListeners('close');
    child.disconnect();
  }
}

/** From the click on Publish to the changed page, with the whole app. */
async function measureOverHttp(dataDir: string, port: number): Promise<void> {
  const app = await startApp({
    config: readConfig(
      { PORT: `${port}`, DATA_DIR: dataDir, MAIL_FROM: 'Studio <s@vy.example>' },
      dataDir,
    ),
    clock: systemClock,
    testMultiplier: 1_000,
    log,
  });
  const { store } = app.services;
  const owner = await store.db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'owner')
    .executeTakeFirstOrThrow();
  const person = new Person(app.config.siteOrigin, []);
  const session = { userId: owner.id, userAgent: 'bench' };
  person.cookies.set('sid', await openSession(store.db, systemClock, session));
  for (const [at, name] of ['pages not loaded yet', 'pages loaded', 'pages loaded'].entries()) {
    const title = `A gig with the name ${at}`;
    const page = await renameGig(app.config.databaseUrl, title);
    const clicked = performance.now();
    const { status } = await person.post('/api/v1/desk/publish');
    if (status !== 202) throw new Error(`the publish was answered with ${status}`);
    while (!String((await person.get(page)).body).includes(title)) await pause(POLL_MS);
    const seconds = (performance.now() - clicked) / 1_000;
    console.log(`  from click to served, ${name}: ${seconds.toFixed(2)} s`);
    while ((await person.get('/api/v1/desk/publish')).body.running) await pause(POLL_MS);
  }
  await app.close();
}
