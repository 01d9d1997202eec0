import type { Browser, BrowserContextOptions, Locator, Page, Request } from 'playwright';
import { WEBSITE } from '../support/people.ts';
import { openPage } from './page.ts';

export const GIG_PATH = `/my-gig/${WEBSITE}`;
export const PUBLIC_PATHS = ['/', '/my-work', '/my-gig', GIG_PATH, '/seller', '/security'];

export const PHONE = { width: 390, height: 844 };
export const TABLET = { width: 768, height: 1024 };
export const DESKTOP = { width: 1440, height: 900 };

/** Opens a page, calls, closes it and returns the result. */
export async function withPage<T>(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions,
  call: (page: Page, browserErrors: string[]) => Promise<T>,
): Promise<T> {
  const { page, browserErrors } = await openPage(browser, origin, options);
  countRequests(page);
  try {
    return await call(page, browserErrors);
  } finally {
    await page.context().close();
  }
}

const pendingRequests = new WeakMap<Page, Set<Request>>();

function countRequests(page: Page): void {
  const open = new Set<Request>();
  pendingRequests.set(page, open);
  page.on('request', (request) => open.add(request));
  const forget = (request: Request) => open.delete(request);
  page.on('requestfinished', forget);
  page.on('requestfailed', forget);
}

/** Waits until the page is idle and has no running requests. */
export async function waitUntilIdle(page: Page): Promise<void> {
  const open = pendingRequests.get(page);
  for (let idleRounds = 0; idleRounds < 3; idleRounds = open?.size ? 0 : idleRounds + 1) {
    await page.evaluate(
      () =>
        new Promise((done) => {
          requestIdleCallback(() => requestAnimationFrame(done), { timeout: 1_000 });
        }),
    );
  }
}

/** Scrolls to the end and back, one screen at a time. */
export async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(() => done(undefined)));
    document.documentElement.style.scrollBehavior = 'auto';
    for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight) {
      scrollTo(0, y);
      await frame();
    }
    scrollTo(0, 0);
    await frame();
  });
  await waitUntilIdle(page);
}

export const normalizedText = async (locator: Locator): Promise<string> =>
  ((await locator.textContent()) ?? '').replace(/\s+/g, ' ').trim();

/** How far the page can be scrolled sideways, in pixels. */
export const sidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return Math.max(scrollWidth, document.body.scrollWidth) - clientWidth;
  });
