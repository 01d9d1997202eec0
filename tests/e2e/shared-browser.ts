import type { Browser, BrowserContextOptions } from 'playwright';
import { afterAll, beforeAll } from 'vitest';
import type { Person } from '../support/http-client.ts';
import { openBrowser } from './chromium.ts';
import { openPage, signInBrowser } from './page.ts';

export let browser: Browser;

/** Gives a test file a browser without open pages; test files that run in one process have the same one. */
export function shareBrowser(): void {
  beforeAll(async () => {
    if (!browser?.isConnected()) browser = await openBrowser();
  });
  afterAll(() => Promise.all(browser.contexts().map((context) => context.close())));
}

/** A separate browser context in which this person is signed in. */
export async function openPageAs(person: Person, options: BrowserContextOptions = {}) {
  const opened = await openPage(browser, person.origin, options);
  await signInBrowser(opened.page.context(), person);
  return opened;
}
