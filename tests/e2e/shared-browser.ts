import type { Browser, BrowserContextOptions } from 'playwright';
import { afterAll, beforeAll } from 'vitest';
import type { Person } from '../support/http-client.ts';
import { enter, openPage } from './browser.ts';
import { openBrowser } from './chromium.ts';

/** The browser of the test file that imports this. */
export let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** A separate browser context in which this person is signed in. */
export async function pageOf(person: Person, options: BrowserContextOptions = {}) {
  const opened = await openPage(browser, person.origin, options);
  await enter(opened.page.context(), person);
  return opened;
}
