const idle = window.requestIdleCallback ?? ((call: () => void) => setTimeout(call));

/** Calls once the page has loaded, the first words are on the screen and nothing else waits. */
export function afterFirstPaint(call: () => void): void {
  const loaded = () => {
    const seen = new PerformanceObserver(() => {
      seen.disconnect();
      idle(call, { timeout: 1_000 });
    });
    seen.observe({ type: 'paint', buffered: true });
  };
  if (document.readyState === 'complete') loaded();
  else addEventListener('load', loaded);
}
