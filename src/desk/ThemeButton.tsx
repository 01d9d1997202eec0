import { SunMoon } from 'lucide-react';

function switchTheme(): void {
  const page = document.documentElement;
  const dark = getComputedStyle(page).colorScheme === 'dark' || page.dataset['theme'] === 'dark';
  const system = matchMedia('(prefers-color-scheme: dark)').matches;
  const next = (page.dataset['theme'] ? dark : system) ? 'light' : 'dark';
  page.dataset['theme'] = next;
  try {
    localStorage.setItem('theme', next);
  } catch {
    // Not remembered, then.
  }
}

export const ThemeButton = () => (
  <button className="place" type="button" onClick={switchTheme}>
    <SunMoon aria-hidden="true" /> Light or dark
  </button>
);
