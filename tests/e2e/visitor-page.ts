import type { BrowserContextOptions, Page } from 'playwright';
import { app } from '../support/shared-app.ts';
import { expectAccessible, openPage } from './page.ts';
import { browser } from './shared-browser.ts';

/** Fails early with the name of the element that did not appear. */
export async function openVisitorPage(options: BrowserContextOptions = {}) {
  const opened = await openPage(browser, app.origin, options);
  opened.page.setDefaultTimeout(15_000);
  return opened;
}

/** Expects no accessibility violation on the current page. */
export async function expectAccessibleAfterFadeIns(page: Page, where: string): Promise<void> {
  // Colours are checked only after fade-ins have ended.
  await page.evaluate(() => {
    const ending = document
      .getAnimations()
      .filter((each) => Number.isFinite(each.effect?.getComputedTiming().endTime));
    return Promise.allSettled(ending.map((each) => each.finished));
  });
  await expectAccessible(page, where);
}
