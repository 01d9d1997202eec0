/** How long a number counts up from 0 once it is visible. */
const DURATION_MS = 2_000;

function run(count: HTMLElement): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const target = Number(count.dataset['count']);
  let start: number | undefined;
  const step = (now: number) => {
    // A frame's timestamp is its start, which may be before this call.
    start ??= now;
    const progress = Math.min(1, (now - start) / DURATION_MS);
    count.textContent = String(Math.round(target * (1 - (1 - progress) ** 3)));
    if (progress < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

const observer = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    observer.unobserve(target);
    run(target as HTMLElement);
  }
});

for (const count of document.querySelectorAll('[data-count]')) observer.observe(count);

export {};
