const SCROLLED_PAST = 50;
const page = document.documentElement;
const bar = document.querySelector<HTMLElement>('[data-bar]');

const follow = () => bar?.toggleAttribute('data-scrolled', scrollY > SCROLLED_PAST);
addEventListener('scroll', follow, { passive: true });
follow();

document.querySelector('[data-theme-switch]')?.addEventListener('click', () => {
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const next = (page.dataset['theme'] ?? system) === 'dark' ? 'light' : 'dark';
  page.dataset['theme'] = next;
  localStorage.setItem('theme', next);
});
