declare global {
  interface Window {
    watched: { usefulMs: number; shift: number; clickMs: number };
  }
}

/**
 * Runs in the page before its own scripts. Records when it can be used, layout shifts, and the time from a
 * click to the paint.
 */
export function watchPage(useful: string[]): void {
  const watched = { usefulMs: 0, shift: 0, clickMs: 0 };
  window.watched = watched;
  const isInView = (selector: string) =>
    [...document.querySelectorAll(selector)].some((each) => {
      const { top, left, width, height } = each.getBoundingClientRect();
      const isShown = each.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      return isShown && width > 0 && height > 0 && top < innerHeight && left < innerWidth;
    });
  const check = () => {
    if (!document.body || !useful.every(isInView)) requestAnimationFrame(check);
    // The frame that shows it is painted before the next one begins.
    else
      requestAnimationFrame(() =>
        requestAnimationFrame(() => (watched.usefulMs = performance.now())),
      );
  };
  requestAnimationFrame(check);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    })[]) {
      if (!entry.hadRecentInput) watched.shift += entry.value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[]) {
      if (entry.interactionId) watched.clickMs = Math.max(watched.clickMs, entry.duration);
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
}
