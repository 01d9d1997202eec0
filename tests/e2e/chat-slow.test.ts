import type { Page, Request } from 'playwright';
import { expect, test } from 'vitest';
import { asha, messageBubble, openAsAsha, shareConversation } from './chat-setup.ts';
import { openPageAs } from './shared-browser.ts';

shareConversation();

/** Holds each request to this path back until the returned function is called. */
async function holdBack(page: Page, path: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(path, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

test('a message is sent with Enter while its conversation loads, and while another one is sent', async () => {
  const { page, browserErrors } = await openAsAsha();
  const release = await holdBack(page, '**/user-conversation');
  await page.getByRole('button', { name: 'Chat with Admin' }).first().click();
  const field = page.getByRole('textbox', { name: 'Message' });
  await field.pressSequentially('Typed at once');
  await page.keyboard.press('Enter');
  await page.getByText('Sending...').waitFor();
  release();
  await messageBubble(page, 'Typed at once').getByLabel('Delivered').waitFor();
  expect(await field.inputValue()).toBe('');

  const releaseMessage = await holdBack(page, '**/send-message');
  await field.pressSequentially('First');
  await page.keyboard.press('Enter');
  await field.pressSequentially('Second');
  await page.keyboard.press('Enter');
  expect(await field.inputValue(), 'it waits for the first').toBe('Second');
  releaseMessage();
  await messageBubble(page, 'Second').getByLabel('Delivered').waitFor();
  const sent = await page.locator('.bubble').allTextContents();
  expect(sent.map((text) => /Typed at once|First|Second/.exec(text)?.[0])).toEqual([
    'Typed at once',
    'First',
    'Second',
  ]);
  expect(browserErrors).toEqual([]);
});

test('a message that is changed after Enter waits for the next Enter', async () => {
  const { page } = await openAsAsha();
  const release = await holdBack(page, '**/user-conversation');
  await page.getByRole('button', { name: 'Chat with Admin' }).first().click();
  const field = page.getByRole('textbox', { name: 'Message' });
  await field.pressSequentially('Half');
  await page.keyboard.press('Enter');
  await field.pressSequentially(' of it');
  release();
  await page.getByRole('log', { name: 'Messages' }).waitFor();
  expect(await field.inputValue()).toBe('Half of it');
  await page.keyboard.press('Enter');
  await messageBubble(page, 'Half of it').getByLabel('Delivered').waitFor();
});

test('a conversation opened without a connection leaves the screen, and can be tried again', async () => {
  const { page } = await openPageAs(asha);
  await page.goto('/orders');
  const open = page.getByRole('button', { name: 'Chat with Admin' }).first();
  await open.waitFor();
  await page.context().setOffline(true);
  const isScript = (request: Request) => request.resourceType() === 'script';
  const [failed] = await Promise.all([
    page.waitForEvent('requestfailed', isScript),
    page.waitForEvent('requestfailed', (request) => request.url().endsWith('/user-conversation')),
    open.click(),
  ]);
  expect(failed.failure()?.errorText).toBe('net::ERR_INTERNET_DISCONNECTED');
  await page.getByText('This part could not be loaded, please try again.').waitFor();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('log', { name: 'Messages' }).waitFor();
  expect(await open.isVisible()).toBe(true);
});
