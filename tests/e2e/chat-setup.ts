import type { BrowserContext, Page } from 'playwright';
import { beforeAll } from 'vitest';
import type { Person } from '../support/http-client.ts';
import { insertBuyer, ownerOf, paidOrder } from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { collectBrowserErrors, REDUCED_MOTION, signInBrowser } from './page.ts';
import { browser, shareBrowser } from './shared-browser.ts';

export let asha: Person;
export let owner: Person;
export let orderId: string;
/** Asha's browser, with one HTTP cache for all tests. */
export let ashaContext: BrowserContext;

/**
 * Gives a test file one app and a browser: Asha has a paid order and a conversation with the owner about it.
 */
export function shareConversation(): void {
  shareApp();
  shareBrowser();
  beforeAll(async () => {
    owner = await ownerOf(app);
    ({ person: asha } = await insertBuyer(app, { name: 'Asha Kulkarni' }));
    orderId = await paidOrder(app, asha);
    ashaContext = await browser.newContext({ baseURL: app.origin, ...REDUCED_MOTION });
    await signInBrowser(ashaContext, asha);
  });
}

export const sendMessage = (person: Person, messageText: string) =>
  person.post('/api/v1/communicate/send-message', { orderId, messageText });

/** Opens this path as Asha. */
export async function openAsAsha(path = '/orders') {
  const page = await ashaContext.newPage();
  const browserErrors = collectBrowserErrors(page);
  await page.goto(path);
  return { page, browserErrors };
}

export const messageBubble = (page: Page, text: string | RegExp) =>
  page.locator('.bubble').filter({ hasText: text });
