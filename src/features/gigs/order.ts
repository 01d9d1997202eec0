import { closeOutside, openByButtons } from '../../ui/dialog-buttons.ts';

const dialog = document.querySelector<HTMLDialogElement>('#extras');
const reach = () => dialog?.querySelector('astro-island')?.dispatchEvent(new Event('reach'));

for (const button of document.querySelectorAll<HTMLElement>('[data-order]')) {
  // Fetching begins while the finger is still on its way.
  for (const sign of ['pointerover', 'touchstart', 'focus']) {
    button.addEventListener(sign, reach, { passive: true, once: true });
  }
  button.addEventListener('click', () => {
    reach();
    dialog?.dispatchEvent(new Event('order'));
  });
}

const bar = document.querySelector('[data-order-bar]');
const ownButton = document.querySelector('#order [data-order]');
if (bar && ownButton) {
  new IntersectionObserver(([entry]) =>
    bar.toggleAttribute('data-away', entry?.isIntersecting ?? false),
  ).observe(ownButton);
}

if (dialog) {
  openByButtons(dialog);
  closeOutside(dialog);
}
