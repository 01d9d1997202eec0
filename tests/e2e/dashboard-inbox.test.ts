import { expect, test } from 'vitest';
import { insertMessages } from '../support/chat-fixtures.ts';
import { ASHA, BELA, insertBuyer, ownerOf, paidOrder } from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { insertUnproved } from '../support/unproved-answers.ts';
import { expectAccessible } from './page.ts';
import { openPageAs, shareBrowser } from './shared-browser.ts';

shareApp();
shareBrowser();

test('the owner walks through the inbox, reads 300 messages and replies by keyboard alone', async () => {
  const owner = await ownerOf(app);
  const asha = await insertBuyer(app, { name: ASHA.name });
  const bela = await insertBuyer(app, { name: BELA.name });
  const [first, second] = [await paidOrder(app, asha.person), await paidOrder(app, bela.person)];
  const send = '/api/v1/communicate/send-message';
  await insertMessages(app, { orderId: first, count: 300, by: [asha.user.id] });
  await asha.person.post(send, { orderId: first, messageText: 'Namaste' });
  const { body } = await bela.person.post(send, { orderId: second, messageText: 'Jó napot' });
  await insertUnproved(app, body.data.conversationId);
  const { page, browserErrors } = await openPageAs(owner, {
    viewport: { width: 1440, height: 900 },
  });
  await page.goto('/desk/inbox');
  const rows = page.getByRole('list', { name: 'Conversations' }).locator('.inbox__row');
  await expect.poll(() => rows.count()).toBe(2);
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
  const chat = page.getByRole('region', { name: 'Conversation' });
  await page.getByText('Choose a conversation').waitFor();
  expect(await chat.getByRole('log').count(), 'nothing opens by itself').toBe(0);
  const mine = page.getByRole('button', { name: /^Mine/ });
  expect(await mine.textContent()).toBe('Mine2');
  await page.keyboard.press('j');
  await expect.poll(focused, { message: 'who waits longest is first' }).toContain(ASHA.name);
  await page.keyboard.press('j');
  await expect.poll(focused).toContain(BELA.name);
  await page.keyboard.press('j');
  expect(await focused(), 'the last row stays').toContain(BELA.name);
  await page.keyboard.press('k');
  await page.keyboard.press('Enter');
  await chat.getByRole('heading', { name: ASHA.name }).waitFor();
  const log = chat.getByRole('log', { name: 'Messages' });
  await log.locator('.bubble').first().waitFor();
  await log.evaluate((element) => element.scrollTo(0, 0));
  await expect.poll(() => log.locator('.bubble').count()).toBeGreaterThan(50);
  const client = chat.getByRole('link', { name: ASHA.name });
  expect(await client.getAttribute('href')).toBe(`/desk/clients/${asha.user.id}`);
  expect(await mine.textContent(), 'it is read, and not answered').toBe('Mine2');
  const order = page.getByRole('complementary', { name: 'The order' });
  expect(await order.getByText('Deliver by').isVisible()).toBe(true);
  await expectAccessible(page);

  await page.keyboard.press('r');
  const field = chat.getByRole('textbox', { name: 'Message' });
  await expect.poll(() => field.evaluate((each) => each === document.activeElement)).toBe(true);
  expect(await field.inputValue()).toBe('');
  await chat.getByLabel('Insert a reply template').selectOption('Received');
  await expect.poll(() => field.inputValue()).toContain('Thank you for your message.');
  await page.keyboard.press('End');
  await page.keyboard.type(' It is Monday.');
  await page.keyboard.press('Enter');
  await log.getByText('It is Monday.').waitFor();
  // The answered one is with its client at once.
  await expect.poll(() => rows.count()).toBe(1);
  await page.keyboard.press('Escape');
  await expect.poll(focused).toContain(BELA.name);
  await page.keyboard.press('Enter');
  await chat.getByRole('heading', { name: BELA.name }).waitFor();

  await page.setViewportSize({ width: 390, height: 844 });
  const drawer = page.getByRole('dialog');
  await drawer.getByText('Jó napot').waitFor();
  const unproved = drawer.getByRole('article', { name: 'An unproved answer' });
  await unproved.getByText('Files, still in the mailbox: plan.pdf').waitFor();
  await unproved.getByRole('button', { name: 'Quote it and ask' }).click();
  const asked = 'This came by e-mail. Is it from you?\n\n> Yes, begin on Monday.';
  await expect
    .poll(() => drawer.getByRole('textbox', { name: 'Message' }).inputValue())
    .toBe(asked);
  await unproved.getByRole('button', { name: 'Dismiss' }).click();
  await unproved.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Close the conversation' }).click();
  await page.setViewportSize({ width: 1440, height: 900 });
  await rows.first().focus();
  await page.keyboard.press('e');
  await page.getByText('Nothing waits here').waitFor();
  await page.getByRole('button', { name: 'With client' }).click();
  await expect.poll(() => rows.count()).toBe(2);
  await page.getByRole('button', { name: `Needs an answer: ${BELA.name}` }).click();
  await expect.poll(() => rows.count()).toBe(1);
  expect(browserErrors).toEqual([]);
});
