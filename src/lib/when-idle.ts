/** The main thread is idle between the steps that draw the first view too, so that alone is too early. */
const FIRST_VIEW_MS = 1_000;
const MAX_MS = 2_000;

/** Calls back as soon as the main thread is idle. */
export const onIdle = (callback: () => void) =>
  (window.requestIdleCallback ?? setTimeout)(callback);

/** Loads the fonts that `EarlyRequests.astro` kept back, now that the page is drawn. */
export function showFonts(): void {
  delete document.documentElement.dataset['fonts'];
}

/** Calls back after the first view when the main thread is idle, for what that view does not need. */
export function whenIdle(callback: () => void): void {
  const request = () => {
    if (window.requestIdleCallback) window.requestIdleCallback(callback, { timeout: MAX_MS });
    else callback();
  };
  setTimeout(request, FIRST_VIEW_MS);
}
