/** The main thread is idle between the steps that draw the first view too, so that alone is too early. */
const FIRST_VIEW_MS = 1_000;
const MOST_MS = 2_000;

/** Calls back after the first view when the main thread is idle, for what that view does not need. */
export function whenIdle(callback: () => void): void {
  const request = () => {
    if (window.requestIdleCallback) window.requestIdleCallback(callback, { timeout: MOST_MS });
    else callback();
  };
  setTimeout(request, FIRST_VIEW_MS);
}
