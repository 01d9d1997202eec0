const dialog = document.querySelector<HTMLDialogElement>('#order-dialog');

for (const button of document.querySelectorAll('[data-order]')) {
  button.addEventListener('click', () => dialog?.dispatchEvent(new Event('order')));
}

// The bar is hidden while the button of the price card can be seen.
const bar = document.querySelector('[data-order-bar]');
const cardButton = document.querySelector('#order [data-order]');
if (bar && cardButton) {
  new IntersectionObserver(([entry]) =>
    bar.toggleAttribute('data-hidden', entry?.isIntersecting ?? false),
  ).observe(cardButton);
}

export {};
