/**
 * The main thread is also idle between the steps of the first rendering, so waiting for that alone is too
 * early.
 */
const FIRST_VIEW_MS = 1_000;
const MAX_MS = 2_000;

/** Calls back as soon as the main thread is idle. */
export const onIdle = (callback: () => void) =>
  (window.requestIdleCallback ?? setTimeout)(callback);

/** Loads the fonts that `EarlyRequests.astro` delayed until the page is rendered. */
export function showFonts(): void {
  delete document.documentElement.dataset['fonts'];
}

/** Calls back when the first view is rendered and the main thread is idle. */
export function afterFirstView(callback: () => void): void {
  const request = () => {
    if (window.requestIdleCallback) window.requestIdleCallback(callback, { timeout: MAX_MS });
    else callback();
  };
  setTimeout(request, FIRST_VIEW_MS);
}
