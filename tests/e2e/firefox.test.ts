import { existsSync } from 'node:fs';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BELA, codeFor, WEBSITE_PAGE } from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';

shareApp();

/** Debian's, which `npm test` installs, or another one that is there. */
const DEBIAN = '/usr/bin/firefox-esr';
const OTHERS = ['/usr/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox'];
const FIREFOX = [DEBIAN, ...OTHERS].find((path) => existsSync(path)) ?? DEBIAN;

let browser: Browser;
beforeAll(async () => {
  // Frames are drawn by the processor: sixty a second took half of the test's time.
  const extraPrefsFirefox = { 'ui.prefersReducedMotion': 1, 'layout.frame_rate': 10 };
  const browserOptions = { browser: 'firefox', executablePath: FIREFOX } as const;
  browser = await puppeteer.launch({ ...browserOptions, extraPrefsFirefox });
});
afterAll(() => browser?.close());

const field = (name: string) => `::-p-aria([name="${name}"][role="textbox"])`;
const button = (name: string) => `::-p-aria([name="${name}"][role="button"])`;

/** What Firefox reports: errors of scripts and of the console, and what the page's policy refuses. */
function collectErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  return errors;
}

test('a visitor of Firefox orders, pays, finds the order and writes', async () => {
  const bela = { ...BELA, email: `firefox.${BELA.email}` };
  const page = await browser.newPage();
  const errors = collectErrors(page);
  page.setDefaultTimeout(60_000);
  const at = (selector: string) => page.locator(selector).setWaitForStableBoundingBox(false);
  const fill = (name: string, text: string) => at(field(name)).fill(text);
  const press = (name: string) => at(button(name)).click();
  const arrive = (path: string) =>
    page.waitForFunction((start) => location.pathname.startsWith(start), {}, path);

  await page.goto(app.origin);
  await at('h1').wait();
  await page.goto(`${app.origin}${WEBSITE_PAGE}`);
  await at('[data-order]').click();
  await at('#order-dialog astro-island:not([ssr]) input[type=checkbox]').click();
  await at('#order-dialog a[href^="/process-payment"]').click();

  await arrive('/sign-in');
  await fill('Your name', bela.name);
  await fill('Your e-mail', bela.email);
  await at('form[data-form="newcomer"] [type="submit"]').click();
  await at('form[data-form="mailed-code"] .code-boxes').wait();
  const code = await codeFor(app, bela.email);
  await at('[aria-label="Digit 1 of 6"]').click();
  await page.keyboard.type(code);

  await arrive('/process-payment');
  for (const [name, text] of [
    ['phoneNo', '+36 20 555 0101'],
    ['address', 'Fő utca 3'],
    ['city', 'Győr'],
    ['state', 'Győr-Moson-Sopron'],
    ['country', 'Hungary'],
  ] as const)
    await at(`[name="${name}"]`).fill(text);
  await page.waitForFunction(() => 'Razorpay' in window);
  await at('::-p-text(Proceed to Payment)').click();
  // The provider's dialog is a shadow tree.
  const type = (autocomplete: string, text: string) =>
    at(`>>> [autocomplete="${autocomplete}"]`).fill(text);
  await type('cc-number', '4100280000001007');
  await type('cc-exp', '1230');
  await type('cc-csc', '123');
  await page.keyboard.press('Enter');
  await type('one-time-code', '123456');
  await page.keyboard.press('Enter');
  await arrive('/order-success');
  await at('::-p-text(Payment Successful!)').wait();

  await page.goto(`${app.origin}/orders`);
  await at('.order-card a').click();
  await arrive('/orders/');
  await press('Chat with Admin');
  await fill('Message', 'From Firefox');
  await page.keyboard.press('Enter');
  await at('.bubble ::-p-text(From Firefox)').wait();
  await page.waitForFunction(() => !document.querySelector('.composer textarea')?.textContent);
  expect(errors).toEqual([]);
});

test('what Firefox refuses is seen here', async () => {
  const page = await browser.newPage();
  const errors = collectErrors(page);
  await page.goto(`${app.origin}/security`);
  await page.evaluate(() => {
    const link = Object.assign(document.createElement('link'), { rel: 'prefetch', href: '/x.js' });
    document.head.append(link);
  });
  await expect.poll(() => errors).toEqual([expect.stringMatching(/default-src.*\/x\.js/)]);
});
