const STANDS_STILL = '(prefers-reduced-motion: reduce)';
const COLOURS = ['--ink', '--star', '--blue', '--green'];

/** A little joy, once; its library arrives for it alone. None where motion is not wanted. */
export async function celebrate(): Promise<void> {
  if (matchMedia(STANDS_STILL).matches) return;
  const { default: confetti } = await import('canvas-confetti');
  const canvas = document.createElement('canvas');
  canvas.className = 'confetti';
  canvas.ariaHidden = 'true';
  document.querySelector('main')?.append(canvas);
  const throwIt = confetti.create(canvas, { resize: true });
  await throwIt({
    particleCount: 90,
    spread: 75,
    startVelocity: 38,
    origin: { y: 0.35 },
    colors: colours(),
    disableForReducedMotion: true,
  });
  canvas.remove();
}

// The library wants #rrggbb; the tokens say light-dark(…), which a browser resolves.
function colours(): string[] {
  const probe = document.body.appendChild(document.createElement('span'));
  const found = COLOURS.map((name) => {
    probe.style.color = `var(${name})`;
    const parts = getComputedStyle(probe).color.match(/\d+/g) ?? [];
    return `#${parts
      .slice(0, 3)
      .map((part) => Number(part).toString(16).padStart(2, '0'))
      .join('')}`;
  });
  probe.remove();
  return found;
}
