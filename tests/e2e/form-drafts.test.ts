import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { insertBuyer, ownerOf, PASSWORD, paidOrder, WEBSITE } from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { signInBrowser } from './page.ts';
import { openPageAs, shareBrowser } from './shared-browser.ts';

shareApp();
shareBrowser();

/** The session ends, which the page learns from its next call; then the person signs in again. */
async function endSession(page: Page, email: string, send: () => Promise<void>): Promise<void> {
  const path = new URL(page.url()).pathname;
  // The last request that a page makes by itself comes after its first view.
  await page.waitForLoadState('networkidle');
  await page.context().clearCookies({ name: 'sid' });
  await send();
  await page.waitForURL('**/sign-in?next=*');
  await page.getByLabel('Email Address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log In' }).click();
  await page.waitForURL(`**${path}`);
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('a revision, a change and a review that were being written when the session ended are there after signing in again', async () => {
  const { person: asha, user } = await insertBuyer(app);
  const owner = await ownerOf(app);
  const id = await paidOrder(app, asha);
  await owner.post(`/api/v1/desk/orders/${id}/accept`, {});
  await owner.post(`/api/v1/desk/orders/${id}/deliver`, { message: 'Here it is.' });
  const { page } = await openPageAs(asha);

  const revision = page.getByPlaceholder('Describe the changes you need...');
  await page.goto(`/orders/${id}`);
  await button(page, 'Request Revision').click();
  await revision.fill('A green header');
  await endSession(page, user.email, () => button(page, 'Submit Revision').click());
  await button(page, 'Request Revision').click();
  await expect.poll(() => revision.inputValue()).toBe('A green header');
  await button(page, 'Submit Revision').click();
  await page.getByText('Revision requested successfully.').waitFor();
  await button(page, 'Request Revision').click();
  expect(await revision.inputValue(), 'sent').toBe('');
  await page.keyboard.press('Escape');

  const change = page.getByLabel('What do you need?');
  await button(page, 'Ask for more…').click();
  await change.fill('One more page');
  await endSession(page, user.email, () => button(page, 'Send request').click());
  await button(page, 'Ask for more…').click();
  await expect.poll(() => change.inputValue()).toBe('One more page');

  const review = page.getByRole('textbox', { name: 'Your review', exact: true });
  await page.goto('/orders');
  await button(page, 'Write Review').click();
  await review.fill('Calm and on time.');
  await page.getByLabel('Rating in stars').fill('4.5');
  await page.route('**/gig/review', (route) => route.abort(), { times: 1 });
  await button(page, 'Submit Review').click();
  await page.getByText('Something went wrong', { exact: true }).waitFor();
  await endSession(page, user.email, () => button(page, 'Submit Review').click());
  await button(page, 'Write Review').click();
  await expect.poll(() => review.inputValue()).toBe('Calm and on time.');
  expect(await page.getByLabel('Rating in stars').inputValue()).toBe('4.5');
});

test('a message that was sent after the session ended is delivered after signing in again', async () => {
  const { person: asha, user } = await insertBuyer(app);
  const id = await paidOrder(app, asha);
  const { page } = await openPageAs(asha);
  await page.goto(`/orders/${id}?chat=open`);
  await page.getByText('No messages yet').waitFor();
  await page.getByRole('textbox', { name: 'Message' }).fill('Good morning!');
  await endSession(page, user.email, () => page.keyboard.press('Enter'));
  await page.getByRole('button', { name: 'Chat with Admin' }).first().click();
  await page
    .locator('.bubble')
    .filter({ hasText: 'Good morning!' })
    .getByLabel('Delivered')
    .waitFor();
});

test('a gig that was being edited when the session ended is there after signing in again, and a change by another person is not overwritten', async () => {
  const owner = await ownerOf(app);
  const { page } = await openPageAs(owner);
  const path = `/desk/gigs/${WEBSITE}`;
  const title = page.getByLabel('Title', { exact: true });
  await page.goto(path);
  await title.fill('Half a thought');
  await page.waitForLoadState('networkidle');
  await page.context().clearCookies({ name: 'sid' });
  await button(page, 'Save').click();
  await page.waitForURL('**/sign-in?next=*');
  const { gig } = (await owner.get(`/api/v1${path}`)).body;
  await owner.put(`/api/v1${path}`, { ...gig, title: 'Theirs' });
  await signInBrowser(page.context(), owner);
  await page.goto(path);
  await expect.poll(() => title.inputValue()).toBe('Half a thought');
  await page.getByText('What you had not saved is here again.').waitFor();
  await button(page, 'Save').click();
  await button(page, 'Load that version').click();
  await expect.poll(() => title.inputValue()).toBe('Theirs');
  await page.reload();
  await expect.poll(() => title.inputValue(), { message: 'shown once' }).toBe('Theirs');
});
