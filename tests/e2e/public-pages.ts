import type { Browser, BrowserContextOptions, Locator, Page, Request } from 'playwright';
import { WEBSITE_PAGE } from '../support/people.ts';
import { openPage } from './page.ts';

export const GIG_PATH = WEBSITE_PAGE;
export const PUBLIC_PATHS = [
  ...['/', '/my-work', '/my-gig', GIG_PATH, '/seller', '/security'],
  ...['/my-work/hr-dashboard', '/articles/let-the-database-decide', '/contact'],
];

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

/** Texts that end behind an edge that cannot be scrolled, and words with one character in each line. */
export const textsCutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (texts.nextNode()) {
      const { parentElement: parent, textContent } = texts.currentNode;
      const text = (textContent ?? '').trim();
      const isShown = parent?.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      if (!parent || !isShown || text.length < 4 || parent.closest('select, textarea, dialog'))
        continue;
      range.selectNodeContents(texts.currentNode);
      const box = range.getBoundingClientRect();
      const size = Number.parseFloat(getComputedStyle(parent).fontSize);
      let edge = document.documentElement.clientWidth;
      for (let around: Element | null = parent; around; around = around.parentElement) {
        const { overflowX, textOverflow, clipPath } = getComputedStyle(around);
        const mayEnd = textOverflow === 'ellipsis' || clipPath !== 'none';
        if (overflowX !== 'visible' && overflowX !== 'hidden' && overflowX !== 'clip') edge = 1e9;
        else if (overflowX !== 'visible')
          edge = mayEnd ? 1e9 : Math.min(edge, around.getBoundingClientRect().right);
        if (edge === 1e9) break;
      }
      const isColumn = box.width < 2 * size && box.height > 4 * size;
      if (box.right > edge + 1 || (isColumn && edge !== 1e9)) found.push(text.slice(0, 60));
    }
    return found;
  });
