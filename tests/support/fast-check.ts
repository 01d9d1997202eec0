import fc from 'fast-check';

/**
 * The same cases in every run, so that a run fails or passes for a reason; `npm run simulate` tries new ones.
 */
export const SEED = Number(process.env['RANDOM_SEED'] ?? 20_261_122);

fc.configureGlobal({ seed: SEED });

/** How many random cases a test tries: few each time, RANDOM_RUNS times as many on demand (tests/README.md). */
export const randomRuns = (few: number): number => few * Number(process.env['RANDOM_RUNS'] ?? 1);

export default fc;
