import pLimit, { type LimitFunction } from 'p-limit';

/** Runs so much at once for each key; more waits in a queue, and throws `tooMany` if that is full. */
export function limitPerKey(limit: { atOnce: number; waiting: number }, tooMany: () => Error) {
  const lines = new Map<string, LimitFunction>();
  return async <T>(key: string, run: () => Promise<T>): Promise<T> => {
    const line = lines.get(key) ?? pLimit(limit.atOnce);
    if (line.pendingCount >= limit.waiting) throw tooMany();
    lines.set(key, line);
    return line(run).finally(() => {
      if (line.activeCount + line.pendingCount === 0) lines.delete(key);
    });
  };
}
