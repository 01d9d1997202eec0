import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type BenchFixture, prepareFixture } from './fixture.ts';
import { cpuOf, rssOf, watchRss } from './process-usage.ts';
import { benchProcesses } from './processes.ts';
import { benchSockets } from './sockets.ts';
import { type RunningApp, startBenchApp } from './start-app.ts';
import { printTable, type Rounds } from './table.ts';
import { openTargets, type Target } from './targets.ts';

const ROUNDS = 5;
const ROUND_MS = 1_000;
const WARM_MS = 300;
const SETTLE_MS = 1_500;
const LONGEST_MS = 85_000;

const started = performance.now();
const text = { type: 'string' } as const;
const options = { engine: text, processes: text, sockets: text };
const { engine, processes = '1', sockets } = parseArgs({ options }).values;
const counts = processes.split(',').map(Number);
if (sockets) await benchSockets(sockets.split(',').map(Number), counts);
else if (engine === 'postgres') await benchProcesses(counts);
else await benchAnswers();

async function benchAnswers(): Promise<void> {
  const fixture = await prepareFixture();
  try {
    const app = await startBenchApp(fixture);
    await bench(fixture, app).finally(() => app.stop());
  } finally {
    fixture.clear();
  }
}

async function bench(fixture: BenchFixture, app: RunningApp): Promise<void> {
  await pause(SETTLE_MS);
  const idle = rssOf(app.pid);
  const { targets, warnings, stop } = await openTargets(fixture, app);
  const names = Object.keys(targets) as (keyof typeof targets)[];
  const rounds = Object.fromEntries(names.map((name) => [name, []])) as unknown as Rounds;
  const rss = watchRss(app.pid);
  for (const name of names) await targets[name].press(WARM_MS);
  for (let round = 0; round < ROUNDS && isTimeLeft(names.length); round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      rounds[name].push(await measure(targets[name]));
    }
  }
  printTable(rounds, { idle, loaded: rss.stop() });
  for (const warning of warnings) console.log(warning);
  await stop();
}

async function measure(target: Target) {
  const before = cpuOf(target.pid);
  const { count, ms } = await target.press(ROUND_MS);
  const after = cpuOf(target.pid);
  const cpu = before === null || after === null ? null : (after - before) / count;
  return { rate: (count / ms) * 1_000, cpu };
}

/** A slow machine gets fewer rounds, not a longer bench. */
function isTimeLeft(targets: number): boolean {
  return performance.now() - started + targets * ROUND_MS * 1.1 < LONGEST_MS;
}
