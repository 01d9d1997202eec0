import { createHash, randomBytes } from 'node:crypto';
import type { Page, Route } from 'playwright';
import { expect, test } from 'vitest';
import { PIECE_BYTES } from '../../api/modules/deliveries/rules.ts';
import type { Person } from '../support/http-client.ts';
import { insertBuyer, ownerOf, paidOrder } from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { waitForAct } from './page.ts';
import { openPageAs, shareBrowser } from './shared-browser.ts';

shareApp();
shareBrowser();

const PIECES = '**/api/v1/desk/orders/*/uploads/*';
const MODIFIED = Date.now() - 60_000;

let owner: Person;
async function acceptedOrder() {
  owner = await ownerOf(app);
  const { person: asha } = await insertBuyer(app, { name: 'Asha Kulkarni' });
  const id = await paidOrder(app, asha);
  await owner.post(`/api/v1/desk/orders/${id}/accept`);
  return { asha, id };
}
const orderOf = async (id: string) => (await owner.get(`/api/v1/desk/orders/${id}`)).body.order;

async function openOrder(id: string): Promise<Page> {
  const { page } = await openPageAs(owner);
  await page.goto(`/desk/orders/${id}`);
  await page.getByLabel('What you hand over').waitFor();
  return page;
}

/** Chooses files as a person does, with the same time of change whenever it is called. */
const choose = (page: Page, files: { name: string; bytes: Buffer }[]) =>
  page.getByLabel('Add files').evaluate(
    (input: HTMLInputElement, { given, lastModified }) => {
      const transfer = new DataTransfer();
      for (const { name, base64 } of given) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        transfer.items.add(new File([bytes], name, { lastModified }));
      }
      input.files = transfer.files;
      input.dispatchEvent(new Event('change', { bubbles: true }));
    },
    {
      given: files.map(({ name, bytes }) => ({ name, base64: bytes.toString('base64') })),
      lastModified: MODIFIED,
    },
  );

/** A line that is cut after so many pieces, until it is mended. */
async function cutLineOf(page: Page, after: number) {
  let sent = 0;
  let isCut = false;
  await page.route(PIECES, (route: Route) => {
    if (route.request().method() === 'PATCH') {
      isCut ||= sent === after;
      if (!isCut) sent += 1;
    }
    return isCut ? route.abort('connectionfailed') : route.continue();
  });
  return {
    isCut: () => isCut,
    mend() {
      isCut = false;
      sent = Number.NEGATIVE_INFINITY;
    },
  };
}

test('12 MB over a line that is cut in the middle go on where they were, and a delivery waits for them', async () => {
  const { asha, id } = await acceptedOrder();
  const page = await openOrder(id);
  const line = await cutLineOf(page, 5);
  const begun: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/uploads'))
      begun.push(request.url());
  });
  const bytes = randomBytes(12 * PIECE_BYTES);
  await choose(page, [{ name: 'site.zip', bytes }]);
  await expect.poll(line.isCut).toBe(true);
  await page.getByText('Uploading 1 of 1 · 41 %').waitFor();
  const progress = page.getByRole('progressbar', { name: 'Uploading 1 of 1' });
  expect(await progress.getAttribute('value')).toBe('41');

  await page.getByLabel('What you hand over').fill('Here it is.');
  await page.getByRole('button', { name: 'Deliver', exact: true }).click();
  await page.getByRole('button', { name: 'Delivers when the files are here' }).waitFor();
  expect((await orderOf(id)).orderStatus).toBe('Accepted');
  line.mend();
  await waitForAct(page, app);
  await expect
    .poll(async () => (await orderOf(id)).orderStatus, { timeout: 20_000 })
    .toBe('Delivered');
  expect(begun).toHaveLength(1);
  const [{ files }] = (await asha.get(`/api/v1/gig/delivery/${id}`)).body.deliveries;
  expect(files).toMatchObject([{ name: 'site.zip', size: bytes.length }]);
  const sent = await page.evaluate(async (path) => {
    const hash = await crypto.subtle.digest('SHA-256', await (await fetch(path)).arrayBuffer());
    return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  }, `/api/v1/desk/orders/file/${files[0]._id}`);
  expect(sent).toBe(createHash('sha256').update(bytes).digest('hex'));
});

test('of six files four go up at once; after the tab was closed, choosing one again goes on where it was', async () => {
  const { id } = await acceptedOrder();
  const first = await openOrder(id);
  await cutLineOf(first, 6);
  const files = ['1', '2', '3', '4'].map((name) => ({
    ...{ name: `${name}.bin`, bytes: randomBytes(3 * PIECE_BYTES) },
  }));
  await choose(first, files);
  await choose(first, [
    { name: '5.bin', bytes: Buffer.from('five') },
    { name: '6.bin', bytes: Buffer.from('six') },
  ]);
  await first.getByText(/^Uploading 1 of 6 · \d+ %$/).waitFor();
  await expect.poll(() => first.getByText(/^Waits · /).count()).toBe(2);
  await first.getByRole('button', { name: 'Cancel 6.bin' }).click();
  await first.getByText(/^Uploading 1 of 5 · \d+ %$/).waitFor();
  await expect
    .poll(async () => {
      const { uploads } = await orderOf(id);
      return uploads.reduce((sum: number, each: { received: number }) => sum + each.received, 0);
    })
    .toBe(6 * PIECE_BYTES);
  // While a page closes its requests are no longer held back.
  await first.context().setOffline(true);
  await first.close();

  const page = await openOrder(id);
  const offsets: number[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']));
  });
  const { uploads } = await orderOf(id);
  const begun = uploads.find((each: { received: number }) => each.received > 0);
  const again = page.getByText(/of 3.1 MB are here. Choose the file again to go on.$/);
  await again.first().waitFor();
  for (const { name } of uploads)
    await page.getByRole('button', { name: `Remove ${name}` }).waitFor();
  await page.getByLabel('What you hand over').fill('Here it is.');
  await page.getByRole('button', { name: 'Deliver', exact: true }).click();
  await page.getByText(/is not whole yet\. Wait for it, choose it again to go on/).waitFor();
  await choose(
    page,
    files.filter(({ name }) => name === begun.name),
  );
  await page
    .getByRole('link', { name: begun.name })
    .or(page.getByText(begun.name))
    .first()
    .waitFor();
  await expect.poll(async () => (await orderOf(id)).waiting.length).toBe(1);
  expect(offsets[0]).toBe(begun.received);
  for (const { name } of uploads.filter((each: { name: string }) => each.name !== begun.name))
    await page.getByRole('button', { name: `Remove ${name}` }).click();
  await expect.poll(async () => (await orderOf(id)).uploads.length).toBe(0);
});

test('a file that is chosen in two tabs is one file', async () => {
  const { id } = await acceptedOrder();
  const tabs = [await openOrder(id), await openOrder(id)];
  const file = { name: 'plan.bin', bytes: randomBytes(6 * PIECE_BYTES) };
  // No piece is sent before both have begun: one that is chosen after the other is whole is a second file.
  const begun = tabs.map((tab) =>
    tab.waitForResponse(
      (answer) => answer.request().method() === 'POST' && /uploads$/.test(answer.url()),
    ),
  );
  const { promise: bothBegan, resolve } = Promise.withResolvers<void>();
  for (const tab of tabs)
    await tab.route(PIECES, async (route) => {
      await bothBegan;
      await route.continue();
    });
  await Promise.all(tabs.map((tab) => choose(tab, [file])));
  await Promise.all(begun);
  resolve();
  for (const tab of tabs) {
    await tab
      .getByRole('list', { name: 'Files to deliver' })
      .getByText('plan.bin', { exact: true })
      .waitFor();
    await expect.poll(() => tab.getByRole('progressbar').count()).toBe(0);
  }
  const { waiting, uploads } = await orderOf(id);
  expect([waiting.length, uploads.length]).toEqual([1, 0]);
});
