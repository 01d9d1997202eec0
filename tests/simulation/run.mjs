import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

// `npm run simulate -- --minutes 60 --seed 7`: the random stories of CI for as long as one likes.
const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, seed: { type: 'string' } },
});
const seed = values.seed ?? String(Math.floor(Math.random() * 2 ** 31));
console.info(`seed ${seed}`);
const { status } = spawnSync(
  'vitest',
  ['run', '--config', 'tests/vitest.config.ts', '--project', 'sqlite', 'tests/simulation'],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      SIMULATION_SECONDS: String(Number(values.minutes) * 60),
      SIMULATION_CALLS: String(Number(values.minutes) * 2_000),
      RANDOM_SEED: seed,
    },
  },
);
process.exitCode = status ?? 1;
