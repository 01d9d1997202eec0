import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

// `npm run simulate -- --minutes 60 --seed 7`: the random scenarios of CI for as long as one likes;
// `npm run simulate -- --processes 3`: those with so many processes on one PostgreSQL database;
// `npm run simulate -- --power-cuts 500`: what is left of the data folder after each of so many power cuts.
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string' },
    processes: { type: 'string' },
    'power-cuts': { type: 'string' },
  },
});
const seed = values.seed ?? String(Math.floor(Math.random() * 2 ** 31));
console.info(`seed ${seed}`);
const powerCuts = values['power-cuts'];
const tests = powerCuts ? 'tests/simulation/power-cuts' : 'tests/simulation';
const engine = values.processes ? 'postgres' : 'sqlite';
const { status } = spawnSync(
  'vitest',
  ['run', '--config', 'tests/vitest.config.ts', '--project', engine, tests],
  {
    stdio: 'inherit',
    env: {
      // Processes that are started again read what Node compiled for the first one.
      NODE_COMPILE_CACHE: 'node_modules/.cache/compile',
      ...process.env,
      SIMULATION_SECONDS: String(Number(values.minutes) * 60),
      SIMULATION_CALLS: String(Number(values.minutes) * 5_000),
      RANDOM_SEED: seed,
      TEST_ENGINES: engine,
      ...(values.processes ? { SIMULATION_PROCESSES: values.processes } : {}),
      ...(powerCuts ? { POWER_CUTS: powerCuts } : {}),
    },
  },
);
process.exitCode = status ?? 1;
