import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { type Answer, Person } from '../support/http-client.ts';
import { TEMPLATE } from '../support/paths.ts';
import { waitFor } from '../support/wait-for.ts';

export const ROOT = new URL('../..', import.meta.url).pathname;
const QUIET = ['SMTP_URL', 'RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET'];

/** What Node compiled for one process serves the next. */
export const COMPILED = { NODE_COMPILE_CACHE: join(ROOT, 'node_modules', '.cache', 'compile') };

/** One of our programs in a child process. */
export interface Started {
  child: ChildProcess;
  /** Everything it has printed. */
  output(): string;
  /** Its exit code; null when a signal ended it. */
  ended: Promise<number | null>;
}

const running = new Map<ChildProcess, { ownGroup: boolean }>();

// A failed test leaves no process running.
const endAll = () => {
  for (const [child, { ownGroup }] of running) {
    if (ownGroup && child.pid) process.kill(-child.pid, 'SIGKILL');
    else child.kill('SIGKILL');
  }
};
afterAll(endAll);
process.once('exit', endAll);

/** Starts it with these settings only, without the machine's environment. */
export function start(
  args: string[],
  env: Record<string, string>,
  program = process.execPath,
  { ownGroup = false }: { ownGroup?: boolean } = {},
): Started {
  const child = spawn(program, args, {
    cwd: ROOT,
    detached: ownGroup,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      ...COMPILED,
      ...Object.fromEntries(QUIET.map((name) => [name, ''])),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.set(child, { ownGroup });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (more: string) => {
      text += more;
    });
  }
  const ended = new Promise<number | null>((done) => {
    child.on('close', (code) => {
      running.delete(child);
      done(code);
    });
  });
  return { child, output: () => text, ended };
}

export interface AppProcess extends Started {
  origin: string;
  visitor(): Person;
}

/** The tests' site was built for this origin, so it is not built again. */
export const BUILT = { SITE_ORIGIN: TEMPLATE.siteOrigin };

interface How {
  args?: string[];
  env?: Record<string, string>;
  program?: string;
  /** In a process group of its own, which can be signalled as a whole. */
  ownGroup?: boolean;
}

/** Starts the app with its current site; resolves when it prints that it is ready. */
export async function startAppProcess(
  dataDir: string,
  port: number,
  how: How = {},
): Promise<AppProcess> {
  const { args = ['api/serve.mjs', '--keep-site'], env = {}, program, ...more } = how;
  const started = start(args, { DATA_DIR: dataDir, PORT: String(port), ...env }, program, more);
  await waitFor(() => {
    if (started.child.exitCode !== null) return;
    if (!started.output().includes('ready in')) throw new Error(`not open: ${started.output()}`);
  });
  if (started.child.exitCode !== null)
    throw new Error(`the app did not start: ${started.output()}`);
  const origin = `http://127.0.0.1:${port}`;
  return { ...started, origin, visitor: () => new Person(origin, []) };
}

// Below the system's ephemeral ports, a thousand for each worker.
let nextPort = 20_000 + Number(process.env['VITEST_POOL_ID'] ?? 0) * 1_000;

/** A free port that no other test receives. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = nextPort;
    nextPort += 1;
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}

export async function kill(app: Started): Promise<void> {
  app.child.kill('SIGKILL');
  await app.ended;
}

export async function stop(app: Started): Promise<number | null> {
  if (app.child.exitCode === null) app.child.kill('SIGTERM');
  return app.ended;
}

/** Signs a person up and reads the code from the development mailbox. */
export async function buyerOf(
  app: AppProcess,
  who: { name: string; email: string; password: string },
): Promise<Person> {
  const person = app.visitor();
  const up = await person.post('/api/v1/user/sign-up', who);
  if (up.status !== 201) throw new Error(JSON.stringify(up.body));
  const emails: { to: string; text: string }[] = (await person.get('/dev/mail.json')).body;
  const code = emails.map((each) => each.to === who.email && /^\d{6}$/m.exec(each.text)?.[0]);
  const verified = await person.post('/api/v1/user/verify-email', { code: code.find(Boolean) });
  if (verified.status !== 200) throw new Error(JSON.stringify(verified.body));
  return person;
}

const CARD = { number: '4100 2800 0000 1007', expiry: '12/39', cvv: '123', name: 'Asha' };

/** Pays in the sandbox's dialog: first the card, then the bank's code. */
export async function payInSandbox(
  person: Person,
  checkout: { orderId: string; key: string },
  between: () => void = () => {},
): Promise<Answer> {
  const who = { key_id: checkout.key, order_id: checkout.orderId };
  const begun = await person.post('/gateway/checkout/payments', {
    ...who,
    method: 'card',
    card: CARD,
  });
  between();
  return person.post(`/gateway/checkout/payments/${begun.body.payment_id}/confirm`, {
    ...who,
    otp: '1234',
  });
}
