const FIRST_MS = 1_000;
const LONGEST_MS = 5_000;
const IN_ALL_MS = 150_000;

/**
 * Asks, less and less often, until the answer is good; null when time is up or `stop` says so.
 * A failed question is asked again: the network may come back.
 */
export async function pollUntil<T>(
  ask: () => Promise<T>,
  good: (answer: T) => boolean,
  stop: () => boolean = () => false,
): Promise<T | null> {
  const ends = Date.now() + IN_ALL_MS;
  for (let wait = FIRST_MS; Date.now() < ends; wait = Math.min(LONGEST_MS, wait * 1.5)) {
    await new Promise((done) => setTimeout(done, wait));
    if (stop()) return null;
    const answer = await ask().catch(() => null);
    if (stop()) return null;
    if (answer !== null && good(answer)) return answer;
  }
  return null;
}
