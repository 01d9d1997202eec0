const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 5_000;
const TIMEOUT_MS = 150_000;

/**
 * Polls with growing delays until `isDone` accepts the result; null after the timeout or when `stop`
 * returns true. A failed request is repeated, because the network may come back.
 */
export async function pollUntil<T>(
  fetch: () => Promise<T>,
  isDone: (result: T) => boolean,
  stop: () => boolean = () => false,
): Promise<T | null> {
  const deadline = Date.now() + TIMEOUT_MS;
  for (
    let delay = FIRST_DELAY_MS;
    Date.now() < deadline;
    delay = Math.min(MAX_DELAY_MS, delay * 1.5)
  ) {
    await new Promise((done) => setTimeout(done, delay));
    if (stop()) return null;
    const result = await fetch().catch(() => null);
    if (stop()) return null;
    if (result !== null && isDone(result)) return result;
  }
  return null;
}
