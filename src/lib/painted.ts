/** Calls once the page has loaded and the first words are on the screen. */
export function whenPainted(call: () => void): void {
  const loaded = () => {
    const seen = new PerformanceObserver(() => {
      seen.disconnect();
      setTimeout(call);
    });
    seen.observe({ type: 'paint', buffered: true });
  };
  if (document.readyState === 'complete') loaded();
  else addEventListener('load', loaded);
}
