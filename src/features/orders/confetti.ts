import { colourToHex } from '../../lib/colour-to-hex.ts';
import { tabStorage } from '../../lib/storage.ts';
import { CONFETTI_ORDER_KEY } from '../../lib/storage-keys.ts';

const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';
const COLOURS = ['--accent', '--star', '--blue', '--green'];

/** Celebrates an order once in this tab, loading the library on demand; skipped with reduced motion. */
export async function showConfettiOnce(orderId: string): Promise<void> {
  if (matchMedia(REDUCED_MOTION).matches || tabStorage.get(CONFETTI_ORDER_KEY) === orderId) return;
  tabStorage.set(CONFETTI_ORDER_KEY, orderId);
  const { default: confetti } = await import('canvas-confetti');
  const canvas = document.createElement('canvas');
  canvas.className = 'confetti';
  canvas.ariaHidden = 'true';
  document.querySelector('main')?.append(canvas);
  const fire = confetti.create(canvas, { resize: true });
  await fire({
    particleCount: 90,
    spread: 75,
    startVelocity: 38,
    origin: { y: 0.35 },
    colors: COLOURS.map(colourToHex),
    disableForReducedMotion: true,
  });
  canvas.remove();
}
