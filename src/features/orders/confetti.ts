const STANDS_STILL = '(prefers-reduced-motion: reduce)';
const COLOURS = ['--ink', '--star', '--blue', '--green'];

/** A little joy, once; its library arrives for it alone. None where motion is not wanted. */
export async function celebrate(): Promise<void> {
  if (matchMedia(STANDS_STILL).matches) return;
  const { default: confetti } = await import('canvas-confetti');
  await confetti({
    particleCount: 90,
    spread: 75,
    startVelocity: 38,
    origin: { y: 0.35 },
    colors: colours(),
    disableForReducedMotion: true,
  });
}

// The library wants #rrggbb; the tokens say light-dark(…), which a canvas resolves.
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
