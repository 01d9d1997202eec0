/** From 0 to the target once the number is seen (spec §9). */
const DURATION = 2000;

function run(count: HTMLElement): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const target = Number(count.dataset['count']);
  let start: number | undefined;
  const step = (now: number) => {
    // A frame carries the time at which it began, which may lie before this call.
    start ??= now;
    const part = Math.min(1, (now - start) / DURATION);
    count.textContent = String(Math.round(target * (1 - (1 - part) ** 3)));
    if (part < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

const seen = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    seen.unobserve(target);
    run(target as HTMLElement);
  }
});

for (const count of document.querySelectorAll('[data-count]')) seen.observe(count);

export {};
