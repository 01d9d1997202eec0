// Imports nothing: so small a script stands in the page itself and misses no click.
const likes = document.querySelector('[data-likes]');

document.querySelector('[data-like]')?.addEventListener('click', (event) => {
  if (!likes) return;
  likes.textContent = String(Number(likes.textContent) + 1);
  (event.currentTarget as HTMLElement).toggleAttribute('data-liked', true);
});

export {};
