import { test } from 'vitest';
import { WORKER } from '../../api/modules/site/publish/worker-jobs.ts';
import { plainFetch } from '../support/plain-fetch.ts';
import { startTestApp } from '../support/test-app.ts';
import { backupSteps } from './backup-steps.ts';
import { checkPublished } from './public-invariants.ts';
import { IS_LONG, PROVIDER_TIMEOUT_MS, runStories, STEPS, STORY_TIMEOUT_MS } from './stories.ts';
import { upgradeSteps } from './upgrade-steps.ts';

/** The first story of a longer run ends with a publish by Astro. */
const isPublished = (story: number): boolean => IS_LONG && story === 0;

test(
  'keeps money, orders and answers true through random days of buyers, owner, bank and operator',
  () =>
    runStories({
      steps: [...STEPS, ...backupSteps, ...upgradeSteps],
      length: 80,
      eachRun: 3,
      async start(_, story) {
        const publish = isPublished(story) ? { publishProgram: WORKER } : {};
        return {
          app: await startTestApp(
            {},
            { send: plainFetch, providerTimeoutMs: PROVIDER_TIMEOUT_MS, ...publish },
          ),
        };
      },
      async afterwards(real, model, story) {
        if (isPublished(story)) await checkPublished(real, model);
      },
    }),
  STORY_TIMEOUT_MS,
);
