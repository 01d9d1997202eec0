import type { Browser, BrowserContextOptions, CDPSession, Page } from 'playwright';
import { countTraffic, type SentRequest } from './traffic.ts';
import { watchPage } from './watch-page.ts';

export interface Screen {
  name: string;
  path: string;
  /** Cookies and storage of the person; absent for a visitor. */
  state?: Exclude<BrowserContextOptions['storageState'], string | undefined>;
  /** Selectors that must be in view before the screen counts as usable. */
  useful: string[];
  /** A typical click, for the time until the next paint. */
  click: string;
}

export interface PageLoad {
  usefulMs: number;
  requests: SentRequest[];
  kilobytes: number;
  shift: number;
  /** What the page's thread computed until nothing was under way, and how often it made a layout: hardly depends on load. */
  workMs: number;
  layouts: number;
}

/** A load with an empty cache, the next one in the same tab, and a click. */
export interface ScreenLoads {
  cold: PageLoad;
  warm: PageLoad;
  clickMs: number;
}

const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 };
const CPU_SLOWDOWN = 4;
const WAIT_MS = 45_000;
const AFTER_CLICK_MS = 500;

/** Loads a screen with an empty cache, and again in the same tab. */
export async function measureScreen(
  browser: Browser,
  origin: string,
  screen: Screen,
): Promise<ScreenLoads> {
  const context = await browser.newContext({
    ...PHONE,
    baseURL: origin,
    ...(screen.state ? { storageState: screen.state } : {}),
  });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.addInitScript(watchPage, screen.useful);
  const cold = await load(page, cdp, screen);
  await page.goto('about:blank');
  const warm = await load(page, cdp, screen);
  // At the end, because a click may change what the next load shows.
  await page.locator(screen.click).first().click({ timeout: WAIT_MS });
  await page.waitForTimeout(AFTER_CLICK_MS);
  const { clickMs } = await page.evaluate(() => window.watched);
  await context.close();
  return { cold, warm, clickMs };
}

async function load(page: Page, cdp: CDPSession, { name, path }: Screen): Promise<PageLoad> {
  const traffic = countTraffic(cdp);
  const before = await work(cdp);
  await page.goto(path, { waitUntil: 'commit', timeout: WAIT_MS });
  const deadline = performance.now() + WAIT_MS;
  let usefulMs = 0;
  while (!usefulMs) {
    if (performance.now() > deadline) throw new Error(`${name} was never of use: ${page.url()}`);
    await page.waitForTimeout(50);
    usefulMs = await page.evaluate(() => window.watched?.usefulMs ?? 0);
  }
  await traffic.untilQuiet();
  const { shift } = await page.evaluate(() => window.watched);
  const after = await work(cdp);
  return {
    usefulMs,
    shift,
    workMs: after.ms - before.ms,
    layouts: after.layouts - before.layouts,
    ...traffic.stop(),
  };
}

async function work(cdp: CDPSession): Promise<{ ms: number; layouts: number }> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  const value = (of: string) => metrics.find(({ name }) => name === of)?.value ?? 0;
  return { ms: value('TaskDuration') * 1_000, layouts: value('LayoutCount') };
}
