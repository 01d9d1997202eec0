import { preloadToasts, toast } from '../../components/toast.ts';

const button = document.querySelector<HTMLElement>('[data-share]');

function showResult(): void {
  const copied = button?.dataset['copied'];
  if (!copied) return;
  delete button.dataset['copied'];
  if (copied === 'yes') void toast('success', 'Link copied to clipboard');
  else void toast('error', 'Failed to copy link');
}

// The toast library brings React, which a visitor who only reads does not need.
for (const sign of ['pointerenter', 'focus', 'touchstart']) {
  button?.addEventListener(sign, preloadToasts, { once: true, passive: true });
}
button?.addEventListener('copied', showResult);
showResult();
