import { whenPainted } from '../../lib/painted.ts';

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

// The hint may be gone while the session lives: ask once, when nothing else is waiting.
const island = document.querySelector('[data-member] astro-island');
if (island && !page.dataset['session']) {
  whenPainted(askForSession);
}

async function askForSession(): Promise<void> {
  const answer = await fetch('/api/v1/user/check-token').catch(() => undefined);
  const known: { hasToken?: boolean } = answer?.ok ? await answer.json() : {};
  if (known.hasToken) island?.dispatchEvent(new Event('reach'));
}
