const idle = window.requestIdleCallback ?? ((callback: () => void) => setTimeout(callback));

/** Calls back when the page has loaded and painted and the main thread is idle. */
export function afterFirstPaint(callback: () => void): void {
  const onLoad = () => {
    const observer = new PerformanceObserver(() => {
      observer.disconnect();
      idle(callback, { timeout: 1_000 });
    });
    observer.observe({ type: 'paint', buffered: true });
  };
  if (document.readyState === 'complete') onLoad();
  else addEventListener('load', onLoad);
}
