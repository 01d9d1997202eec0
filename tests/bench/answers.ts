import { Agent, get, type RequestOptions } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { seedId } from '../support/seed-id.ts';
import { start } from './child.ts';
import { type BenchFixture, prepareFixture } from './fixture.ts';
import { cpuOf, rssOf, watchRss } from './process-usage.ts';
import { type RunningApp, startBenchApp } from './start-app.ts';

const CONNECTIONS = 50;
const ROUNDS = 5;
const ROUND_MS = 1_000;
const WARM_MS = 300;
const SETTLE_MS = 1_500;

const LIST = '/api/v1/gig/get';
const ORDERS = '/api/v1/gig/order/user-orders';

/** The same headers as of a visit that is counted, but for what is asked for. */
const BROWSER = {
  'accept-encoding': 'br',
  'sec-fetch-dest': 'empty',
  'sec-fetch-site': 'cross-site',
  referer: 'https://www.google.example/',
  'user-agent':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
};

/** A line of the table: work for this time at a process whose processor time counts; returns how often it was done. */
interface Line {
  title: string;
  pid: number;
  work(ms: number): Promise<number>;
  /** At least so many a second, or at most so many µs each. */
  aim?: { perSecond: number } | { us: number };
}

/** Prints what an answer costs, beside bare node:http in the same run, and the memory. */
export async function benchAnswers(): Promise<void> {
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
  const bare = await start<{ port: number }>('./bare.ts');
  const selling = await start('./selling.ts', [fixture.selling]);
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const lines: Line[] = [
    { title: 'bare node:http', pid: bare.pid, work: asking(agent, bare.first) },
    ...(await linesOf(app, agent, fixture.token)),
    ...[CONNECTIONS, 1].map((connections) => ({
      title: `place and settle, ${connections} at once`,
      pid: selling.pid,
      work: (ms: number) => selling.request<number>({ ms, connections }),
      ...(connections > 1 ? { aim: { perSecond: 300 } } : {}),
    })),
  ];
  const rss = watchRss(app.pid);
  for (const { work } of lines) await work(WARM_MS);
  const measured = lines.map(() => [] as Measured[]);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [at, line] of lines.entries()) measured[at]?.push(await measure(line));
  const loaded = rss.stop();
  for (const [at, line] of lines.entries()) printLine(line, measured[at] ?? [], measured[0] ?? []);
  console.log(
    `\nmemory: idle ${idle.toFixed(0)} MB${mark(idle <= 150)}, under load ${loaded.toFixed(0)} MB${mark(loaded <= 250)}`,
  );
  agent.destroy();
  await Promise.all([bare.stop(), selling.stop()]);
}

async function linesOf({ pid, port }: RunningApp, agent: Agent, token: string): Promise<Line[]> {
  const origin = `http://127.0.0.1:${port}`;
  const first = await fetch(origin + LIST);
  const cookies = first.headers.getSetCookie().map((line) => line.split(';')[0]);
  const signedIn = await fetch(origin + ORDERS, { headers: { cookie: `sid=${token}` } });
  const own = signedIn.headers.getSetCookie().map((line) => line.split(';')[0]);
  const visitor = { cookie: cookies.join('; ') };
  const buyer = { cookie: [`sid=${token}`, ...own].join('; ') };
  const known = { ...visitor, 'if-none-match': first.headers.get('etag') ?? '' };
  const page = { ...visitor, ...BROWSER };
  const line = (title: string, path: string, headers: Record<string, string>, status = 200) => ({
    ...{ title, pid },
    work: asking(agent, { port, path, headers }, status),
  });
  return [
    line('list of gigs', LIST, visitor),
    line('list of gigs, 304', LIST, known, 304),
    line('one gig', `${LIST}/${seedId('gig:business-website')}`, visitor),
    { ...line('page /', '/', page), aim: { us: 100 } },
    line('page /, counted as a visit', '/', { ...page, 'sec-fetch-dest': 'document' }),
    line('20 orders of a buyer', ORDERS, buyer),
  ];
}

/** Sends one request again and again on each of the connections. */
const asking =
  (agent: Agent, options: RequestOptions, status = 200) =>
  async (ms: number): Promise<number> => {
    const ends = performance.now() + ms;
    let count = 0;
    const one = async () => {
      for (; performance.now() < ends; count += 1)
        await ask({ host: '127.0.0.1', agent, ...options }, status);
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, one));
    return count;
  };

const ask = (options: RequestOptions, status: number): Promise<void> =>
  new Promise((done, failed) => {
    get(options, (response) => {
      response.resume().once('end', done);
      if (response.statusCode !== status)
        failed(new Error(`${options.path} answered ${response.statusCode}`));
    }).once('error', failed);
  });

/** What was done in a round, a second; processor µs of each, NaN where /proc is missing. */
interface Measured {
  rate: number;
  us: number;
}

async function measure({ pid, work }: Line): Promise<Measured> {
  const [before, started] = [cpuOf(pid) ?? Number.NaN, performance.now()];
  const count = await work(ROUND_MS);
  const seconds = (performance.now() - started) / 1_000;
  return { rate: count / seconds, us: ((cpuOf(pid) ?? Number.NaN) - before) / count };
}

function printLine({ title, aim }: Line, rounds: Measured[], bare: Measured[]): void {
  const [rate, us] = [middle(rounds.map((each) => each.rate)), middle(rounds.map(({ us }) => us))];
  const times = middle(rounds.map((each, at) => each.us / (bare[at]?.us ?? Number.NaN)));
  const reached = aim && ('us' in aim ? us <= aim.us : rate >= aim.perSecond);
  console.log(
    `${title.padEnd(30)} ${rate.toFixed(0).padStart(7)} a second ${us.toFixed(0).padStart(6)} µs of processor ${times.toFixed(1).padStart(6)} × bare${reached === undefined ? '' : mark(reached)}`,
  );
}

const mark = (reached: boolean): string => (reached ? ' ✓' : ' ✗');

const middle = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
