const MOST_MS = 2_000;

/** Calls back when the main thread is idle, for what the first view does not need. */
export function whenIdle(callback: () => void): void {
  if (window.requestIdleCallback) window.requestIdleCallback(callback, { timeout: MOST_MS });
  else setTimeout(callback);
}
