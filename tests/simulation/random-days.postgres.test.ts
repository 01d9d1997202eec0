import { test } from 'vitest';
import { processSteps } from './processes/process-steps.ts';
import { startProcesses } from './processes/processes.ts';
import {
  IS_LONG,
  PROVIDER_TIMEOUT_MS,
  runScenarios,
  SCENARIO_TIMEOUT_MS,
  STEPS,
} from './run-scenarios.ts';

const PROCESSES = Number(process.env['SIMULATION_PROCESSES'] ?? 2);

/** Numbers below others by chance, the same for the same seed. */
function chanceOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

test(
  'keeps money, orders and answers true when each request goes to another process and processes are killed',
  () =>
    runScenarios({
      steps: [...STEPS, ...processSteps],
      length: IS_LONG ? 80 : 40,
      eachRun: 1,
      async start(seed) {
        const processes = await startProcesses(PROCESSES, chanceOf(seed), PROVIDER_TIMEOUT_MS);
        return { app: processes.app, processes };
      },
    }),
  SCENARIO_TIMEOUT_MS,
);
