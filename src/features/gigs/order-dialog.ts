const dialog = document.querySelector<HTMLDialogElement>('#extras');

for (const button of document.querySelectorAll('[data-order]')) {
  button.addEventListener('click', () => dialog?.dispatchEvent(new Event('order')));
}

const bar = document.querySelector('[data-order-bar]');
const ownButton = document.querySelector('#order [data-order]');
if (bar && ownButton) {
  new IntersectionObserver(([entry]) =>
    bar.toggleAttribute('data-hidden', entry?.isIntersecting ?? false),
  ).observe(ownButton);
}

export {};
