// Has no imports, so that it is inlined in the page and handles the first click.
const likes = document.querySelector('[data-likes]');

document.querySelector('[data-like]')?.addEventListener('click', (event) => {
  if (!likes) return;
  likes.textContent = String(Number(likes.textContent) + 1);
  (event.currentTarget as HTMLElement).toggleAttribute('data-liked', true);
});

export {};
