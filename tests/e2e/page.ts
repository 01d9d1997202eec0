import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright';
import { expect, onTestFinished } from 'vitest';
import type { Person } from '../support/http-client.ts';

/** For tests of motion. */
export const FULL_MOTION = { reducedMotion: 'no-preference' } as const;

/** Motion takes a third of a test's processor time and hides when a page is ready. */
export const REDUCED_MOTION = { reducedMotion: 'reduce' } as const;

/** A page without motion that records what the browser reports as errors. */
export async function openPage(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; browserErrors: string[] }> {
  const context = await browser.newContext({ baseURL: origin, ...REDUCED_MOTION, ...options });
  // An open page keeps running during the next test. One opened for a whole file closes with the browser;
  // whether a test runs cannot be read, since files that share a process share the name of the last one.
  try {
    onTestFinished(() => context.close());
  } catch (error) {
    if (!String(error).includes('inside a test')) throw error;
  }
  // Far above the needs of a busy machine, as in vitest.config.ts.
  context.setDefaultTimeout(120_000);
  const page = await context.newPage();
  return { page, browserErrors: collectBrowserErrors(page) };
}

// Chromium drops the motion between two pages when the machine is busy or another navigation follows, and
// rejects a promise that no page was ever given, before any event of it (w3c/csswg-drafts#13726).
const MOTION_DROPPED =
  /Transition was (aborted because of invalid state\. Page already revealed|skipped\. Navigation aborted)$/;

// Playwright and axe run scripts of their own in each frame, also in that of a preview, which runs none.
const BLOCKED_IN_PREVIEW = /^Blocked script execution in 'about:srcdoc'/;

/** Of drafts that follow each other faster than a busy machine shows them, only the newest is shown. */
const SUPERSEDED = /\b409 .*\/desk\/preview$/;

/** Translates the page as Chrome does it: each text becomes an element of its own. */
export const translate = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts.filter(({ data }) => data.trim() !== '')) {
      const font = document.createElement('font');
      text.replaceWith(font);
      font.append(text.data);
    }
  });

/** The errors that the browser reports on this page, filled as they happen. */
export function collectBrowserErrors(page: Page): string[] {
  const browserErrors: string[] = [];
  page.on('pageerror', (error) => {
    if (!MOTION_DROPPED.test(error.message)) browserErrors.push(`${error.name}: ${error.message}`);
  });
  page.on('console', (message) => {
    const error = `${message.text()} ${message.location().url}`;
    if (message.type() === 'error' && !BLOCKED_IN_PREVIEW.test(error) && !SUPERSEDED.test(error))
      browserErrors.push(error);
  });
  return browserErrors;
}

/** Copies the person's cookies into the browser. */
export const signInBrowser = (context: BrowserContext, person: Person): Promise<void> =>
  context.addCookies(
    [...person.cookies].map(([name, value]) => ({ name, value, url: person.origin })),
  );

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Each accessibility violation as a line: rule, message, element; `within` these parts only. */
export async function accessibilityViolations(
  page: Page,
  { within = [] }: { within?: string | string[] } = {},
): Promise<string[]> {
  const include = [within].flat();
  for (const part of include) await page.locator(part).first().waitFor();
  // Reading it takes longer than what it does: once for each document, and not in previews, which run no scripts.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(`${AXE};0`);
  const violations = await page.evaluate(async (parts) => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    const options = { resultTypes: ['violations' as const], iframes: false };
    return (await axe.run(parts.length > 0 ? { include: parts } : document, options)).violations;
  }, include);
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, html }) => `${id}: ${help} at ${target.join(' ')}: ${html}`),
  );
}

export const expectAccessible = async (page: Page, where = page.url()): Promise<void> =>
  expect(await accessibilityViolations(page), where).toEqual([]);

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

/** Waits until the order drawer is hydrated; from then on a ticked box stays ticked. */
export const waitForDrawer = (page: Page): Promise<void> =>
  page.locator('#order-dialog astro-island:not([ssr])').waitFor({ state: 'attached' });

/** What the owner has pressed happens: it can be undone no more. */
export async function waitForAct(owner: Page, app: { advance(ms: number): void }): Promise<void> {
  await owner.getByRole('button', { name: 'Undo' }).first().waitFor();
  app.advance(10_000);
}
