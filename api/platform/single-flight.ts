/** Shares one run of the work between concurrent callers with the same key. */
export function createSingleFlight<T>() {
  const running = new Map<string, Promise<T>>();
  return (key: string, work: () => Promise<T>): Promise<T> => {
    const known = running.get(key);
    if (known) return known;
    const run = work().finally(() => running.delete(key));
    running.set(key, run);
    return run;
  };
}
