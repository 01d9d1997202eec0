import { execFile } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { backUp } from '../../db/backup.ts';
import fc from '../support/fast-check.ts';
import type { TestApp } from '../support/test-app.ts';
import { reportAll } from './model.ts';
import { addNextVersions, checkMigrated, countNextVersions } from './next-version.ts';
import { step } from './step.ts';

const run = promisify(execFile);
const fileOf = (path: string): string => new URL(path, import.meta.url).pathname;

/** Makes a purchase with the next version on a copy of the data, as `npm run upgrade` does. */
async function rehearse(app: TestApp, newer: number): Promise<string> {
  const copy = await mkdtemp(join(app.dataDir, 'copy-'));
  await backUp(app.server.config.databaseUrl, join(copy, 'app.db'));
  copyFileSync(join(app.dataDir, 'secrets.json'), join(copy, 'secrets.json'));
  const { stdout } = await run(
    process.execPath,
    ['--import', fileOf('next-version.ts'), fileOf('../../api/upgrade/rehearse.ts')],
    {
      env: {
        DATA_DIR: copy,
        PORT: '0',
        OWNER_EMAIL: app.server.config.ownerEmail,
        NEXT_VERSIONS: `${newer}`,
        REHEARSED_FILES: JSON.stringify(app.server.config.files),
      },
    },
  );
  await rm(copy, { recursive: true });
  return stdout;
}

const upgrading = fc.constant(
  step({
    scenario: () => 'the operator tries the next version on a copy, and starts it',
    async run(model, { app }) {
      const newer = countNextVersions() + 1;
      const known = app.sandbox.records();
      expect(await rehearse(app, newer)).toMatch(/was placed and paid|nothing was bought/);
      expect(app.sandbox.records(), 'the copy asks the provider for nothing').toEqual(known);
      await app.restart(() => addNextVersions(newer));
      await checkMigrated(app.server.services.store, newer);
      app.sandbox.faults.webhooks.hold = true;
      await app.server.reconciler.run();
      reportAll(model);
    },
  }),
);

export const upgradeSteps = [upgrading];
