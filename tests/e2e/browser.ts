import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright';
import { expect } from 'vitest';

const DEBIAN = '/usr/bin/chromium';
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];

/** Playwright's own Chromium where it was downloaded, Debian's otherwise. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    args: FLAGS,
    ...(existsSync(chromium.executablePath()) ? {} : { executablePath: DEBIAN }),
  });

/** A page that remembers what the browser complained about. */
export async function openPage(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext({ baseURL: origin, ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`${error.name}: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`);
  });
  return { page, complaints };
}

/** Moves on by Tab until a control of this name has the focus, as a person without a mouse does. */
export async function tabTo(page: Page, name: RegExp | string, most = 160): Promise<void> {
  for (let step = 0; step < most; step += 1) {
    await page.keyboard.press('Tab');
    const found = await focusedName(page);
    if (typeof name === 'string' ? found === name : name.test(found)) return;
  }
  expect.fail(`Tab never reached ${name}`);
}

const focusedName = (page: Page): Promise<string> =>
  page.evaluate(() => {
    let focused = document.activeElement;
    while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
    if (!(focused instanceof HTMLElement)) return '';
    const label = 'labels' in focused ? (focused.labels as NodeList | null)?.[0] : null;
    const name = focused.getAttribute('aria-label') ?? label?.textContent ?? focused.textContent;
    return (name ?? '').replace(/\s+/g, ' ').trim();
  });

/** The order drawer's React has arrived: from here on a box that is ticked stays ticked at once. */
export const drawerReady = (page: Page): Promise<void> =>
  page.locator('#extras astro-island:not([ssr])').waitFor({ state: 'attached' });
