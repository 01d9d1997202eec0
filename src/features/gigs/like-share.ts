import { toast } from '../../ui/toast.ts';

const likes = document.querySelector('[data-likes]');

document.querySelector('[data-like]')?.addEventListener('click', (event) => {
  if (!likes) return;
  likes.textContent = String(Number(likes.textContent) + 1);
  (event.currentTarget as HTMLElement).toggleAttribute('data-liked', true);
});

document.querySelector('[data-share]')?.addEventListener('click', () => {
  navigator.clipboard
    .writeText(location.href)
    .then(() => toast('success', 'Link copied to clipboard'))
    .catch(() => toast('error', 'Failed to copy link'));
});
