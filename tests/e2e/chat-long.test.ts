import type { Locator } from 'playwright';
import { expect, test } from 'vitest';
import { insertMessages } from '../support/chat-fixtures.ts';
import { idOf, insertBuyer, ownerOf, paidOrder } from '../support/people.ts';
import { sendQuote } from '../support/quotes.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { messageBubble } from './chat-setup.ts';
import { openPageAs, shareBrowser } from './shared-browser.ts';

shareApp();
shareBrowser();

test('a long conversation renders few messages, keeps the scroll position and can be scrolled to the oldest', async () => {
  const owner = await ownerOf(app);
  const { person, user } = await insertBuyer(app, { name: 'Chandra Rao' });
  const id = await paidOrder(app, person);
  await insertMessages(app, { orderId: id, count: 2_000, by: [user.id, await idOf(owner)] });
  const { page, browserErrors } = await openPageAs(person);
  await page.addInitScript(reportSeveralPositions);
  await page.goto(`/orders/${id}?chat=open`);
  await messageBubble(page, 'Line 2000 of').waitFor();
  const list = page.getByRole('log', { name: 'Messages' });
  const up = await scrollToOldest(list);
  expect(up).toMatchObject({ first: expect.stringMatching(/^Line 1 of/) });
  expect(up.elements, 'drawn at most').toBeLessThan(3_000);
  expect(up.moved, 'what is read stays where it is').toBeLessThan(2);
  const first = messageBubble(page, /Line 1 of/);
  const before = await first.boundingBox();
  await owner.post('/api/v1/communicate/send-message', { orderId: id, messageText: 'Far below' });
  const pill = page.getByRole('button', { name: '1 new message' });
  await pill.waitFor();
  expect(await first.boundingBox()).toEqual(before);
  await pill.click();
  await expect.poll(() => messageBubble(page, 'Far below').isVisible()).toBe(true);
  await pill.waitFor({ state: 'detached' });
  await messageBubble(page, 'Line 2000 of').waitFor();
  expect(await first.count()).toBe(0);
  expect(browserErrors).toEqual([]);
  await page.context().close();
});

test('an offer far up is found from the top of the conversation and by a link', async () => {
  const owner = await ownerOf(app);
  const { person, user } = await insertBuyer(app, { name: 'Dev Patel' });
  const id = await paidOrder(app, person);
  await insertMessages(app, { orderId: id, count: 700, by: [user.id, await idOf(owner)] });
  const chat = await person.post('/api/v1/communicate/order/user-conversation', { orderId: id });
  const quote = await sendQuote(owner, chat.body.conversation._id);
  const fourHundredMinutesAgo = new Date(
    app.server.services.clock().getTime() - 400 * 60_000 - 30_000,
  ).toISOString();
  await app.write((tx) =>
    tx
      .updateTable('quotes')
      .set({ sent_at: fourHundredMinutesAgo })
      .where('id', '=', quote)
      .execute(),
  );
  const { page, browserErrors } = await openPageAs(person);
  const accept = page
    .getByRole('log', { name: 'Messages' })
    .getByRole('button', { name: 'Accept' });
  const isInView = () =>
    accept.evaluate((button) => {
      const { top, bottom } = button.getBoundingClientRect();
      return top > 0 && bottom < innerHeight;
    });
  await page.goto(`/orders/${id}?chat=open`);
  await messageBubble(page, 'Line 700 of').waitFor();
  expect(await accept.count()).toBe(0);
  await page.getByRole('button', { name: 'An offer waits for your answer' }).click();
  await expect.poll(isInView).toBe(true);
  await messageBubble(page, 'Line 300 of').waitFor();
  await page.goto(`/orders/${id}?chat=open&offer=${quote}`);
  await expect.poll(isInView).toBe(true);
  expect(browserErrors).toEqual([]);
});

/** A busy browser gives an observer several positions at once, the oldest first. */
function reportSeveralPositions(): void {
  const Native = window.IntersectionObserver;
  window.IntersectionObserver = class extends Native {
    constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
      const before = { isIntersecting: false } as IntersectionObserverEntry;
      super((entries, observer) => callback([before, ...entries], observer), options);
    }
  };
}

/** Scrolls to the oldest message as fast as the list loads. */
const scrollToOldest = (list: Locator) =>
  list.evaluate(async (box) => {
    const first = () => box.querySelector<HTMLElement>('.bubble');
    const normalizedText = (bubble: HTMLElement | null) =>
      bubble?.querySelector('p')?.textContent ?? '';
    const seen = { first: '', elements: 0, moved: 0 };
    for (;;) {
      box.scrollTop = 0;
      const reading = first();
      const [key, at] = [reading?.dataset['key'], reading?.getBoundingClientRect().top ?? 0];
      seen.first = normalizedText(reading);
      if (seen.first.startsWith('Line 1 of')) return seen;
      while (first()?.dataset['key'] === key) await new Promise(requestAnimationFrame);
      seen.elements = Math.max(seen.elements, box.querySelectorAll('*').length);
      const now = box.querySelector(`[data-key="${key}"]`)?.getBoundingClientRect().top ?? 1e9;
      seen.moved = Math.max(seen.moved, Math.abs(now - at));
    }
  });
