/** Callers with the same key share one run of the work while it lasts. */
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
