import { afterFirstPaint } from '../../lib/after-first-paint.ts';

const page = document.documentElement;
const bar = document.querySelector<HTMLElement>('[data-bar]');

// Watching the page's first 50 pixels asks for no layout, as reading scrollY would.
const top = document.querySelector('[data-top]');
if (top) {
  new IntersectionObserver(([entry]) =>
    bar?.toggleAttribute('data-scrolled', entry?.isIntersecting === false),
  ).observe(top);
}

// Nothing here is shared with the islands: then it stands in the page, and no file is waited for.
document
  .querySelector('[data-theme-switch]')
  ?.addEventListener('click', () => dispatchEvent(new Event('switch-theme')));

// The hint may be gone while the session lives: ask once, when nothing else is waiting.
const island = document.querySelector('[data-member] astro-island');
if (island && !page.dataset['session']) {
  afterFirstPaint(askForSession);
}

async function askForSession(): Promise<void> {
  const answer = await fetch('/api/v1/user/check-token').catch(() => undefined);
  const known: { hasToken?: boolean } = answer?.ok ? await answer.json() : {};
  if (known.hasToken) island?.dispatchEvent(new Event('reach'));
}
