import { rmSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { type Config, readConfig } from '../../../api/config.ts';
import { createOwner } from '../../../api/modules/accounts/owner.ts';
import { readBrand } from '../../../api/modules/legal/legal-pages.ts';
import { readSecrets } from '../../../api/platform/secrets.ts';
import { createSandbox } from '../../../api/razorpay-sandbox/sandbox.ts';
import { sandboxKeys } from '../../../api/sandbox-keys.ts';
import { transaction } from '../../../db/transaction.ts';
import { Person } from '../../support/http-client.ts';
import { createDataDir, type RunningApp } from '../../support/test-app.ts';
import { type AppProcess, type Surroundings, startProcess } from './app-process.ts';
import { type Course, ProcessDied } from './boundaries.ts';

/** The app, one process after the other on the same database, with a provider that outlives them. */
export interface ScheduledApp extends RunningApp {
  server: AppProcess;
  course: Course;
  errors: unknown[];
  /** Whether people send a request again that a dead process did not answer. */
  triesAgain: boolean;
  /** How many processes have died. */
  deaths: number;
  advance(ms: number): void;
  /** Waits until the work after the answers is done, also that of a new process. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** Nobody waits for an answer of a dead process, and this person does not ask again. */
export class GaveUp extends Error {}

export const webhookUrlOf = ({ siteOrigin }: Pick<Config, 'siteOrigin'>): string =>
  `${siteOrigin}/api/v1/gig/webhook`;

export async function startScheduledApp(course: Course): Promise<ScheduledApp> {
  const dataDir = createDataDir();
  const config = readConfig({ DATA_DIR: dataDir }, dataDir);
  const secrets = readSecrets(dataDir, null);
  const keys = sandboxKeys(config, secrets);
  let offset = 0;
  const clock = () => new Date(Date.now() + offset);
  const sandbox = createSandbox({
    ...{ ...secrets.razorpaySandbox, file: ':memory:', now: clock, webhookRetryMs: [0] },
    webhookUrl: webhookUrlOf(config),
    post: (address, init) => app.server.answer(new Request(String(address), init)),
  });
  sandbox.faults.webhooks.hold = true;
  const errors: unknown[] = [];
  const surroundings: Surroundings = { config, secrets, keys, sandbox, clock, course, errors };

  let restarted = Promise.resolve();
  const start = (): AppProcess => startProcess(surroundings, () => (restarted = restart()));
  async function restart(): Promise<void> {
    app.deaths += 1;
    // The caller of the dead process continues with its error first.
    await setImmediate();
    await app.server.close();
    app.server = start();
    app.server.begin();
  }

  async function send(address: string, init: RequestInit): Promise<Response> {
    for (;;) {
      try {
        return await app.server.answer(new Request(address, init));
      } catch (error) {
        if (!(error instanceof ProcessDied)) throw error;
        await restarted;
        if (!app.triesAgain) throw new GaveUp();
      }
    }
  }

  const app: ScheduledApp = {
    ...{ course, errors, sandbox, triesAgain: true, deaths: 0 },
    server: start(),
    write: (body) => transaction(app.server.services, body),
    visitor: () => new Person(config.siteOrigin, [], new Set(), send),
    advance: (ms) => {
      offset += ms;
    },
    async settled() {
      for (let process: AppProcess | null = null; process !== app.server; ) {
        process = app.server;
        await process.services.background.settled();
        await restarted;
      }
    },
    async close() {
      await app.settled();
      await app.server.close();
      await sandbox.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  const { services } = app.server;
  await createOwner(services.store, { ...services, readBrand });
  // As every start does: payments are found from the first start on.
  await app.server.reconciler.run();
  return app;
}
