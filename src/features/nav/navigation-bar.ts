import { afterFirstPaint } from '../../lib/after-first-paint.ts';

const page = document.documentElement;
const bar = document.querySelector<HTMLElement>('[data-bar]');

// Observing the page's first 50 pixels forces no layout, unlike reading scrollY.
const top = document.querySelector('[data-top]');
if (top) {
  new IntersectionObserver(([entry]) =>
    bar?.toggleAttribute('data-scrolled', entry?.isIntersecting === false),
  ).observe(top);
}

// This script shares no module with the islands, so that it is inlined and needs no request.
document
  .querySelector('[data-theme-switch]')
  ?.addEventListener('click', () => dispatchEvent(new Event('switch-theme')));

// The stored hint may be missing although a session exists: ask once, after first paint.
const island = document.querySelector('[data-member] astro-island');
if (island && !page.dataset['session']) {
  afterFirstPaint(askForSession);
}

async function askForSession(): Promise<void> {
  const answer = await fetch('/api/v1/user/check-token').catch(() => undefined);
  const session: { hasToken?: boolean } = answer?.ok ? await answer.json() : {};
  if (session.hasToken) island?.dispatchEvent(new Event('hydrate'));
}
