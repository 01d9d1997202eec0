import { hexOf } from '../../lib/colour.ts';

const STANDS_STILL = '(prefers-reduced-motion: reduce)';
const COLOURS = ['--ink', '--star', '--blue', '--green'];

/** A little joy, once; its library arrives for it alone. None where motion is not wanted. */
export async function showConfetti(): Promise<void> {
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
    colors: COLOURS.map(hexOf),
    disableForReducedMotion: true,
  });
  canvas.remove();
}
