import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findOwner } from '../../../api/modules/accounts/queries.ts';
import { openSession } from '../../../api/modules/accounts/sessions.ts';
import { systemClock } from '../../../api/platform/clock.ts';
import { openDatabase } from '../../../db/database.ts';
import {
  type AppProcess,
  buyerOf,
  freePort,
  payInSandbox,
  startAppProcess,
  stop,
} from '../../faults/app-process.ts';
import type { Person } from '../../support/http-client.ts';
import { orderBody, PASSWORD } from '../../support/people.ts';
import { copySite, createDataDir } from '../../support/test-app.ts';
import { waitFor } from '../../support/wait-for.ts';
import { readSystemCalls, type SystemCall, TRACED } from './system-calls.ts';

const BUYERS = ['Asha', 'Bela', 'Chandra'];
const ORDERS_EACH = 6;
const PUBLISHES = 4;
const BACKUPS = 3;

/** What the app has confirmed to somebody, and when, in seconds. */
export interface Acknowledged {
  at: number;
  kind: 'account' | 'order' | 'payment' | 'message' | 'release' | 'backup';
  id: string;
}

export interface Recording {
  dataDir: string;
  /** The data folder before the app started. */
  before: string;
  calls: SystemCall[];
  acknowledged: Acknowledged[];
  /** Removes the folders. */
  remove(): void;
}

/** Runs the app with buyers, payments, messages, publishes and backups, and notes every system call on its files. */
export async function record(): Promise<Recording> {
  const dataDir = createDataDir();
  copySite(dataDir);
  // The first start creates the owner.
  await stop(await startAppProcess(dataDir, await freePort()));
  const store = openDatabase(`sqlite:${join(dataDir, 'app.db')}`);
  const owner = await findOwner(store.db);
  if (!owner) throw new Error('the app has created no owner');
  const token = await openSession(store.db, systemClock, { userId: owner.id, userAgent: 'bench' });
  await store.close();
  const scratch = mkdtempSync(join(tmpdir(), 'power-cuts-'));
  const before = join(scratch, 'before');
  cpSync(dataDir, before, { recursive: true, verbatimSymlinks: true });
  const traces = join(scratch, 'traces');
  mkdirSync(traces);
  const app = await startAppProcess(dataDir, await freePort(), {
    program: 'strace',
    args: [
      ...['-ff', '-o', join(traces, 'thread'), '-ttt', '-T', '-y', '-xx', '-s', '100000000'],
      ...['--seccomp-bpf', '-e', `trace=${TRACED.join(',')}`, '-e', 'signal=none'],
      ...[process.execPath, 'api/serve.mjs', '--keep-site'],
    ],
    ownGroup: true,
  });
  const acknowledged: Acknowledged[] = [];
  const note = (kind: Acknowledged['kind'], id: string) =>
    acknowledged.push({ at: Date.now() / 1_000, kind, id });
  const person = app.visitor();
  person.cookies.set('sid', token);
  // Brings the token that writes need.
  await person.get('/api/v1/user/check-auth-user');
  await Promise.all([runOwner(person, note), ...BUYERS.map((name) => runBuyer(app, name, note))]);
  await stopTraced(app);
  return {
    ...{ dataDir, before, acknowledged },
    calls: readSystemCalls(traces, dataDir),
    remove() {
      for (const folder of [scratch, dataDir]) rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Note = (kind: Acknowledged['kind'], id: string) => void;

async function runBuyer(app: AppProcess, name: string, note: Note): Promise<void> {
  const email = `${name.toLowerCase()}@buyers.example`;
  const person = await buyerOf(app, { name, email, password: PASSWORD });
  note('account', email);
  for (let count = 0; count < ORDERS_EACH; count += 1) {
    const placed = await person.post('/api/v1/gig/order/place', await orderBody(person));
    if (placed.status !== 201) throw new Error(JSON.stringify(placed.body));
    note('order', placed.body.orderId);
    const { body: result } = await payInSandbox(person, placed.body);
    const verified = await person.post('/api/v1/gig/order/verify', result);
    if (verified.status !== 200) throw new Error(JSON.stringify(verified.body));
    note('payment', result.razorpay_payment_id);
    for (const messageText of ['Namaste', 'When do you start?']) {
      const clientId = crypto.randomUUID();
      const message = { orderId: verified.body.order._id, messageText, clientId };
      const { status, body } = await person.post('/api/v1/communicate/send-message', message);
      if (status !== 201 && status !== 200) throw new Error(JSON.stringify(body));
      note('message', body.data._id);
    }
  }
}

async function runOwner(owner: Person, note: Note): Promise<void> {
  for (let count = 0; count < PUBLISHES; count += 1) {
    const begun = await owner.post('/api/v1/desk/publish');
    if (begun.status !== 202) throw new Error(JSON.stringify(begun.body));
    const { releases } = await waitFor(async () => {
      const { body } = await owner.get('/api/v1/desk/publish');
      if (body.running || body.latest?.failure) throw new Error(JSON.stringify(body.latest));
      return body;
    });
    note('release', releases.find((each: { current: boolean }) => each.current).name);
    if (count < BACKUPS) {
      const { status, body } = await owner.post('/api/v1/desk/backups');
      if (status !== 201) throw new Error(JSON.stringify(body));
      note('backup', body.backups[0].name);
    }
    await pause(100);
  }
}

/** A signal to strace itself would only detach it: the program that it runs is stopped, and strace ends after it. */
async function stopTraced({ child, ended }: AppProcess): Promise<void> {
  const [traced] = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').split(' ');
  process.kill(Number(traced), 'SIGTERM');
  await ended;
}
