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
}

/** A load with an empty cache, the next one in the same tab, and a click. */
export interface ScreenLoads {
  cold: PageLoad;
  warm: PageLoad;
  clickMs: number;
}

const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 };
const MBIT = 1_000_000 / 8;
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1.6 * MBIT,
  uploadThroughput: 0.75 * MBIT,
};
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
  await cdp.send('Network.emulateNetworkConditions', NETWORK);
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
  return { usefulMs, shift, ...traffic.stop() };
}
