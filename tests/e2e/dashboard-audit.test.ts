import { expect, test } from 'vitest';
import { orderNumber } from '../../api/modules/orders/order-number-rules.ts';
import { insertBuyer, ownerOf, paidOrder } from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { openPageAs, shareBrowser } from './shared-browser.ts';

shareApp();
shareBrowser();

test('the owner reads what was changed, finds what was refused and exports the audit log', async () => {
  const owner = await ownerOf(app);
  const { person } = await insertBuyer(app, { name: 'Farida Contractor' });
  const orderId = await paidOrder(app, person);
  await owner.post(`/api/v1/desk/orders/${orderId}/accept`);
  for (let at = 0; at < 60; at += 1)
    await owner.post('/api/v1/desk/mail/dismiss', { ids: ['none'] });
  await person.get('/api/v1/desk/orders');

  const { page, browserErrors } = await openPageAs(owner, {
    viewport: { width: 1440, height: 900 },
  });
  await page.goto('/desk/audit');
  await page.getByText('The latest 50').waitFor();
  await page.getByText(/lines checked: none was changed, none is missing/).waitFor();
  await page.getByRole('searchbox').fill('accepted an order');
  const lines = page.getByRole('main').getByRole('listitem');
  await expect.poll(() => lines.count()).toBe(1);
  await page.getByText('status: In Progress → Accepted').waitFor();
  const subject = lines.first().getByRole('link', { name: orderNumber(orderId) });
  expect(await subject.getAttribute('href')).toBe(`/desk/orders/${orderId}`);
  expect(await lines.first().textContent()).not.toContain(orderId);

  await page.getByRole('searchbox').fill('Farida');
  await page.getByText('GET /desk/orders').waitFor();
  expect(await lines.first().textContent()).toMatch(/Refused.*Farida Contractor.*not allowed/);
  await page.getByRole('searchbox').fill('nothing of this name');
  await page.getByRole('heading', { name: 'No results' }).waitFor();
  await page.getByRole('button', { name: 'Show everything' }).click();
  await page.getByRole('button', { name: 'Show more' }).click();
  await page.getByRole('button', { name: 'Refused or failed' }).click();
  await expect.poll(() => lines.filter({ hasText: 'Done' }).count()).toBe(0);

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ]);
  expect(await file.failure()).toBeNull();
  expect(browserErrors).toEqual([]);
});
