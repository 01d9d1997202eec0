/** How many random cases a test tries: few each time, RANDOM_RUNS times as many on demand (tests/README.md). */
export const randomRuns = (few: number): number => few * Number(process.env['RANDOM_RUNS'] ?? 1);
