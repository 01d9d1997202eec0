import { test } from 'vitest';
import { WORKER } from '../../api/modules/site/worker/site-worker.ts';
import { randomRuns } from '../support/fast-check.ts';
import { plainFetch } from '../support/plain-fetch.ts';
import { startTestApp } from '../support/test-app.ts';
import { backupSteps } from './backup-steps.ts';
import { checkPublished } from './public-invariants.ts';
import {
  IS_LONG,
  PROVIDER_TIMEOUT_MS,
  runScenarios,
  SCENARIO_TIMEOUT_MS,
  STEPS,
} from './run-scenarios.ts';
import { upgradeSteps } from './upgrade-steps.ts';

/** The first scenario of a longer run ends with a publish by Astro. */
const isPublished = (scenario: number): boolean => IS_LONG && scenario === 0;

test(
  'keeps money, orders and answers true through random days of buyers, owner, bank and operator',
  () =>
    runScenarios({
      steps: [...STEPS, ...backupSteps, ...upgradeSteps],
      length: 80,
      eachRun: randomRuns(3),
      async start(_, scenario) {
        const publish = isPublished(scenario) ? { publishProgram: WORKER } : {};
        return {
          app: await startTestApp(
            {},
            { send: plainFetch, providerTimeoutMs: PROVIDER_TIMEOUT_MS, ...publish },
          ),
        };
      },
      async afterwards(real, model, scenario) {
        if (isPublished(scenario)) await checkPublished(real, model);
      },
    }),
  SCENARIO_TIMEOUT_MS,
);
