import PDFDocument from 'pdfkit';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { demandingPdf } from '../support/demanding-pdf.ts';
import { changeGig, setOpensWhenPaid } from '../support/gigs.ts';
import { buy } from '../support/payments.ts';
import { insertBuyer, ownerOf, PASSWORD, paidOrder, WEBSITE } from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { uploadFile } from '../support/uploads.ts';
import { payByUpi } from './checkout-steps.ts';
import { expectAccessible, tabTo, waitForAct } from './page.ts';
import { PHONE, sidewaysScroll } from './public-pages.ts';
import { openPageAs, shareBrowser } from './shared-browser.ts';

shareApp();
shareBrowser();

/** Saves what is shown in the folder SHOTS, if there is one. */
async function takePicture(page: Page, name: string): Promise<void> {
  const folder = process.env['SHOTS'];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
}

/** A document of three pages, each with its word, and with what must not be run or followed: a script, a link, a file. */
function threePages(options: { userPassword?: string } = {}): Promise<Buffer> {
  const { promise, resolve } = Promise.withResolvers<Buffer>();
  const pieces: Buffer[] = [];
  const pdf = new PDFDocument({
    ...options,
    font: new URL(
      '../../node_modules/@fontsource/geist/files/geist-latin-400-normal.woff',
      import.meta.url,
    ).pathname,
  });
  pdf.on('data', (piece: Buffer) => pieces.push(piece));
  pdf.on('end', () => resolve(Buffer.concat(pieces)));
  pdf.text('First');
  for (const word of ['Second', 'Third']) pdf.addPage().text(word);
  pdf.link(0, 0, 600, 800, 'https://elsewhere.example/');
  pdf.addNamedJavaScript('run', 'app.alert(1); app.launchURL("https://elsewhere.example/")');
  pdf.file(Buffer.from('run'), { name: 'run.exe' });
  pdf.end();
  return promise;
}

test('a document is shown with its fonts, pictures, stamps and what its fields say, and nothing of it can be pressed', async () => {
  const { person: asha } = await insertBuyer(app);
  const owner = await ownerOf(app);
  const id = await paidOrder(app, asha);
  await owner.post(`/api/v1/desk/orders/${id}/accept`);
  await uploadFile(owner, id, 'signed.pdf', demandingPdf());
  await owner.post(`/api/v1/desk/orders/${id}/deliver`, { message: 'Here it is.' });
  const { page, browserErrors } = await openPageAs(asha);
  await page.goto(`/orders/${id}`);
  await page.getByRole('button', { name: 'signed.pdf', exact: true }).click();
  const viewer = page.getByRole('dialog', { name: 'signed.pdf' });
  await viewer.getByText(/你好.*Agreed/).waitFor({ state: 'attached' });
  await takePicture(page, 'demanding-pdf');
  const shown = await viewer.getByRole('img').evaluate((canvas: HTMLCanvasElement) => {
    const copy = document.createElement('canvas');
    copy.width = copy.height = 300;
    const context = copy.getContext('2d');
    context?.drawImage(canvas, 0, 0, 300, 300);
    const at = (x: number, y: number) => [...(context?.getImageData(x, y, 1, 1).data ?? [])];
    const area = context?.getImageData(20, 80, 24, 22).data ?? [];
    return {
      ...{ jbig2: at(50, 150), jpx: at(150, 150), stamp: at(250, 150) },
      sign: Math.min(...[...area].filter((_, byte) => byte % 4 === 0)) < 128,
      field: [...(context?.getImageData(20, 215, 150, 40).data ?? [])].some(
        (value, byte, all) => byte % 4 === 2 && value > 200 && (all[byte - 2] ?? 255) < 80,
      ),
    };
  });
  expect(shown).toEqual({
    ...{ jbig2: [0, 0, 0, 255], jpx: [0, 160, 80, 255], stamp: [255, 0, 0, 255] },
    ...{ sign: true, field: true },
  });
  expect(await viewer.getByRole('link').allInnerTexts()).toEqual(['Download']);
  expect(await viewer.getByRole('textbox').count()).toBe(0);
  expect(browserErrors).toEqual([]);
});

test('a delivered order has one action that stands out and is accepted with the keyboard alone', async () => {
  const { person: asha } = await insertBuyer(app, { name: 'Asha Kulkarni' });
  const owner = await ownerOf(app);
  const id = await paidOrder(app, asha);
  await owner.post(`/api/v1/desk/orders/${id}/accept`);
  const whole = await threePages();
  for (const [name, bytes] of [
    ['plan.pdf', whole],
    ['broken.pdf', whole.subarray(400, 900)],
    ['locked.pdf', await threePages({ userPassword: 'secret' })],
  ] as const)
    await uploadFile(owner, id, name, bytes);
  await owner.post(`/api/v1/desk/orders/${id}/deliver`, {
    message: 'Here it is: https://preview.example/first.',
  });
  const { page, browserErrors } = await openPageAs(asha);
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).hostname));
  await page.goto(`/orders/${id}`);
  await page.getByRole('heading', { name: 'Submit Requirements' }).waitFor();
  const solid = page.locator('main .button--solid');
  expect(await solid.allInnerTexts()).toEqual(['Accept the delivery']);

  const preview = page.getByRole('link', { name: 'https://preview.example/first' });
  expect(await preview.getAttribute('href')).toBe('https://preview.example/first');
  await tabTo(page, 'plan.pdf');
  await page.keyboard.press('Enter');
  const viewer = page.getByRole('dialog', { name: 'plan.pdf' });
  await viewer.getByText('First').waitFor({ state: 'attached' });
  expect(await viewer.getByRole('listitem').count()).toBe(3);
  await viewer.getByRole('img', { name: 'Page 1 of 3' }).waitFor();
  expect(await viewer.getByRole('link').allInnerTexts()).toEqual(['Download']);
  expect([...hosts].filter((host) => host.endsWith('example'))).toEqual([]);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  for (const [name, sentence] of [
    ['broken.pdf', 'This document cannot be shown here. Download it to open it.'],
    ['locked.pdf', 'This document is protected by a password. Download it to open it.'],
  ] as const) {
    await page.getByRole('button', { name, exact: true }).click();
    await page.getByRole('alert').getByText(sentence).waitFor();
    await page.keyboard.press('Escape');
  }
  await tabTo(page, 'Accept the delivery');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Accept the delivery?' });
  await dialog.waitFor();
  await tabTo(page, 'Not yet');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await tabTo(page, 'Accept the delivery');
  await page.keyboard.press('Enter');
  await tabTo(page, 'Accept and complete');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'The work is yours' }).waitFor();
  const review = page.getByRole('region', { name: 'How was it? Write a review' });
  await expect.poll(() => review.evaluate((each) => each === document.activeElement)).toBe(true);
  expect(browserErrors).toEqual([]);
});

test('five pins are one revision, and the second version says which it answers, on a phone and a desk', async () => {
  const { person: asha } = await insertBuyer(app, { name: 'Asha Kulkarni' });
  const owner = await ownerOf(app);
  const id = await paidOrder(app, asha);
  const step = (name: string, body = {}) => owner.post(`/api/v1/desk/orders/${id}/${name}`, body);
  const size = { width: 1_200, height: 900, channels: 3 as const };
  const image = await sharp({ create: { ...size, background: '#d8e2dc' } })
    .png()
    .toBuffer();
  await step('accept');
  await uploadFile(owner, id, 'home.png', image);
  await uploadFile(owner, id, 'plan.pdf', await threePages());
  await step('deliver', { message: 'The first version.' });
  const { page, browserErrors } = await openPageAs(asha, { viewport: { width: 390, height: 844 } });
  await page.goto(`/orders/${id}`);
  await page.getByRole('button', { name: 'Point at something' }).click();
  const viewer = page.getByRole('dialog', { name: /home.png|plan.pdf/ });
  const surface = viewer.getByRole('button', { name: 'Set a pin', exact: true });
  const pins = viewer.getByRole('list', { name: 'Pins' }).getByRole('listitem');
  const words = viewer.getByLabel('What is meant here?');
  for (const [at, x] of [40, 120, 200, 280].entries()) {
    await surface.click({ position: { x, y: 60 + 40 * at } });
    await words.fill(`Place ${at + 1} <b>larger</b>`);
    await viewer.getByRole('button', { name: 'Set the pin' }).click();
    await expect.poll(() => pins.count()).toBe(at + 1);
  }
  const target = await viewer.getByRole('button', { name: /^Pin 1: / }).evaluate((pin) => {
    const { width, height } = getComputedStyle(pin, '::after');
    return Math.min(Number.parseFloat(width), Number.parseFloat(height));
  });
  expect(target, 'a pin is as large as a finger').toBeGreaterThanOrEqual(44);
  const sheet = viewer.getByRole('region', { name: 'What home.png shows' });
  const widthOf = async () => (await sheet.locator('img').boundingBox())?.width ?? 0;
  expect(await widthOf(), 'the sheet is as wide as the screen').toBeGreaterThan(388);
  await viewer.getByRole('button', { name: 'Larger', exact: true }).click();
  await expect.poll(widthOf).toBeGreaterThan(450);
  await sheet.focus();
  await page.keyboard.press('0');
  await expect.poll(widthOf).toBeLessThan(391);
  await sheet.evaluate((box) => {
    const touch = (clientX: number) =>
      new Touch({ identifier: clientX, target: box, clientX, clientY: 300 });
    for (const [left, right] of [
      [150, 200],
      [100, 200],
    ] as const)
      box.dispatchEvent(new TouchEvent('touchmove', { touches: [touch(left), touch(right)] }));
  });
  await expect.poll(widthOf, { message: 'two fingers, twice as far apart' }).toBeGreaterThan(770);
  await page.keyboard.press('0');
  await viewer.getByRole('button', { name: '4 pins' }).click();
  expect(await viewer.getByRole('list', { name: 'Pins' }).isVisible()).toBe(false);
  await viewer.getByText('Sheet 1 of 2').waitFor();
  await viewer.getByRole('button', { name: 'Next sheet' }).click();
  await page.getByRole('dialog', { name: 'plan.pdf' }).waitFor();
  await viewer.getByText('First').waitFor({ state: 'attached' });
  const stops = await viewer
    .getByRole('button', { name: /^Set a pin on page/ })
    .evaluateAll((pages) => pages.filter((each) => (each as HTMLElement).tabIndex >= 0).length);
  expect(stops, 'no page is a stop of Tab on the way to the pins').toBe(0);
  await viewer.getByRole('region', { name: 'What plan.pdf shows' }).evaluate((each) => {
    each.scrollTop = each.scrollHeight / 2 - each.clientHeight / 2;
  });
  await viewer.getByText('Second').waitFor({ state: 'attached' });
  await viewer.getByRole('button', { name: 'Add a pin' }).focus();
  await page.keyboard.press('Enter');
  const draft = viewer.getByRole('button', { name: /^New pin/ });
  await expect.poll(() => draft.evaluate((each) => each === document.activeElement)).toBe(true);
  for (const key of ['ArrowRight', 'Shift+ArrowDown', 'ArrowUp', 'Enter'])
    await page.keyboard.press(key);
  await page.keyboard.type('By keyboard');
  await tabTo(page, 'Set the pin');
  await page.keyboard.press('Enter');
  await pins.getByText('page 2, You').waitFor();
  expect(await pins.count()).toBe(1);
  const { body } = await asha.get(`/api/v1/gig/delivery/pins/${id}`);
  const last = { number: 5, page: 2, x: 510, y: 540, text: 'By keyboard' };
  expect(body.pins[4]).toMatchObject(last);
  await viewer.getByRole('region', { name: 'What plan.pdf shows' }).evaluate((each) => {
    each.scrollTop = each.scrollHeight;
  });
  await viewer.getByRole('button', { name: 'Show pin 5' }).click();
  const pressed = viewer.getByRole('button', { name: 'Pin 5: By keyboard', pressed: true });
  await expect
    .poll(() =>
      pressed.evaluate((pin) => {
        const box = pin.closest('section')?.getBoundingClientRect();
        const { top, bottom } = pin.getBoundingClientRect();
        return !!box && top >= box.top && bottom <= box.bottom;
      }),
    )
    .toBe(true);
  expect(await sidewaysScroll(page)).toBe(0);
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  const { page: desk, browserErrors: deskErrors } = await openPageAs(owner);
  await desk.goto(`/desk/orders/${id}`);
  await desk.getByRole('button', { name: 'View home.png, 4 open pins' }).click();
  const onDesk = desk.getByRole('dialog', { name: 'home.png' });
  await onDesk.getByRole('button', { name: 'Answer pin 1' }).click();
  await onDesk.getByLabel('Answer to pin 1').fill('How large?');
  await onDesk.getByRole('button', { name: 'Answer', exact: true }).click();
  await onDesk.getByRole('blockquote').getByText('How large?').waitFor();
  await onDesk.getByRole('button', { name: 'Resolve pin 2' }).click();
  await onDesk.getByRole('button', { name: 'Reopen pin 2' }).waitFor();
  await expectAccessible(desk);
  await desk.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Request Revision' }).click();
  const request = page.getByRole('dialog', { name: /^Request Revision \(0/ });
  await expect.poll(() => request.getByRole('checkbox', { checked: true }).count()).toBe(4);
  await request.getByLabel(/Place 4/).uncheck();
  await request.getByPlaceholder('Describe the changes you need...').fill('Larger, please.');
  await request.getByRole('button', { name: 'Submit Revision' }).click();
  await page.getByText('Revision requested successfully.').waitFor();
  await desk.getByRole('button', { name: 'Approve' }).click();
  const answers = desk.getByRole('group', { name: 'Pins that it answers' });
  await expect.poll(() => answers.getByRole('checkbox', { checked: true }).count()).toBe(3);
  await desk.getByLabel('What you hand over').fill('The second version.');
  await desk.getByRole('button', { name: 'Add a link' }).click();
  await desk.getByLabel('Address').fill('staging.example/home');
  await desk.getByLabel('Name, optional').fill('Staging');
  await desk.getByRole('button', { name: 'Add the link' }).click();
  await desk.getByLabel('About Staging, in one line').fill('Opens on a phone, too.');
  const waiting = desk.getByRole('list', { name: 'Files to deliver' });
  await waiting.getByText('https://staging.example/home').waitFor();
  await desk.getByRole('button', { name: 'Deliver', exact: true }).click();
  await waitForAct(desk, app);
  await page.getByText('Answers pins 1, 3, 5 of version 1.').waitFor();
  await page.getByText('Opens on a phone, too.').waitFor();
  const opens = page.getByRole('link', { name: 'Open Staging, https://staging.example/home' });
  expect(await opens.getAttribute('href')).toBe('https://staging.example/home');
  expect([...browserErrors, ...deskErrors]).toEqual([]);
});

test('from a preview with five pins over one revision and the payment to open files and the pack, on a desk and a phone', async () => {
  const setSwitch = (opensWhenPaid: boolean) =>
    app.write((tx) => setOpensWhenPaid(tx, { id: WEBSITE, opensWhenPaid }));
  const { person: asha } = await insertBuyer(app, { name: 'Asha Kulkarni' });
  await setSwitch(true);
  const { orderId: id } = await buy(app, asha, { paymentType: 'Milestone' });
  await setSwitch(false);
  const owner = await ownerOf(app);
  const step = (name: string, body = {}) => owner.post(`/api/v1/desk/orders/${id}/${name}`, body);
  const deliver = async (color: string, message: string) => {
    const size = { width: 1_200, height: 900, channels: 3 as const };
    const image = await sharp({ create: { ...size, background: color } })
      .png()
      .toBuffer();
    await uploadFile(owner, id, 'home.png', image);
    await uploadFile(owner, id, 'plan.pdf', await threePages());
    expect((await step('deliver', { message })).status).toBe(200);
  };
  await step('accept');
  await deliver('#d8e2dc', 'The first version.');
  const opensWith = /^Preview · opens with part 2, ₹/;
  const { page, browserErrors } = await openPageAs(asha, {
    viewport: { width: 1440, height: 900 },
  });
  await page.goto(`/orders/${id}`);
  const payment = page.getByRole('button', { name: /^Pay full amount \(₹/ });
  await payment.waitFor();
  await page.getByText(opensWith).waitFor();
  expect(await page.getByRole('link', { name: /^Download / }).count()).toBe(0);
  const [first] = (await asha.get(`/api/v1/gig/order/${id}`)).body.order.deliveries[0].files;
  for (const at of [1, 2, 3]) {
    const pin = { _id: crypto.randomUUID(), file: first._id, x: 200 * at, y: 500, text: `${at}` };
    expect((await asha.post('/api/v1/gig/delivery/pins', pin)).status).toBe(201);
  }
  await page.getByRole('button', { name: 'View home.png' }).click();
  const viewer = page.getByRole('dialog', { name: 'home.png' });
  const surface = viewer.getByRole('button', { name: 'Set a pin', exact: true });
  await surface.click({ position: { x: 30, y: 30 } });
  await viewer.getByLabel('What is meant here?').fill('In the corner');
  await viewer.getByRole('button', { name: 'Set the pin' }).click();
  await viewer.getByText('In the corner').waitFor();
  await surface.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.type('By keyboard');
  await tabTo(page, 'Set the pin');
  await page.keyboard.press('Enter');
  await viewer.getByText('By keyboard').waitFor();
  await takePicture(page, 'hand-over-pins-1440');
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Request Revision' }).click();
  const request = page.getByRole('dialog', { name: /^Request Revision \(0/ });
  await expect.poll(() => request.getByRole('checkbox', { checked: true }).count()).toBe(5);
  await request.getByPlaceholder('Describe the changes you need...').fill('Larger, please.');
  await request.getByRole('button', { name: 'Submit Revision' }).click();
  await page.getByText('Revision requested successfully.').waitFor();
  const { revisions } = (await owner.get(`/api/v1/desk/orders/${id}`)).body.order;
  const path = `/api/v1/desk/revisions/${revisions[0]._id}`;
  await owner.write('PATCH', path, { status: 'Approved' }, {});
  await deliver('#2a6f97', 'The second version.');

  const { page: phone, browserErrors: phoneErrors } = await openPageAs(asha, { viewport: PHONE });
  await phone.goto(`/orders/${id}`);
  await phone.getByText('Answers pins 1, 2, 3, 4, 5 of version 1.').waitFor();
  await takePicture(phone, 'hand-over-preview-390');
  await payment.waitFor();
  await page.getByRole('button', { name: 'View home.png' }).click();
  await viewer.getByRole('button', { name: 'both' }).click();
  await viewer.getByRole('slider', { name: 'How much is shown of v1' }).press('Home');
  await expectAccessible(page);
  await takePicture(page, 'hand-over-both-1440');
  await viewer.getByRole('button', { name: 'v1' }).click();
  await viewer.getByText('In the corner').waitFor();
  await page.keyboard.press('Escape');
  const pay = phone.getByRole('button', { name: /^Pay full amount \(₹/ });
  const solid = phone.locator('main .button--solid');
  expect(await solid.allTextContents()).toEqual([expect.stringMatching(/^Pay full amount/)]);
  await pay.click();
  await payByUpi(phone);
  await phone.getByText('Open', { exact: true }).waitFor();
  expect(new URL(phone.url()).pathname, 'the buyer stays with the files').toBe(`/orders/${id}`);
  await expect.poll(() => solid.allTextContents()).toEqual([' Download everything']);
  const sizeOf = () =>
    phone
      .getByRole('img', { name: 'home.png' })
      .evaluate((each) => (each as HTMLImageElement).naturalWidth);
  await expect.poll(sizeOf, { message: 'the picture is no preview any more' }).toBe(1_200);
  await page.getByText('Open', { exact: true }).waitFor();
  await takePicture(phone, 'hand-over-paid-390');
  await takePicture(page, 'hand-over-paid-1440');
  await phone.getByRole('button', { name: 'plan.pdf', exact: true }).click();
  await phone.getByRole('dialog', { name: 'plan.pdf' }).getByText('First').waitFor({
    state: 'attached',
  });
  await takePicture(phone, 'hand-over-open-390');
  await phone.keyboard.press('Escape');
  const coming = phone.waitForEvent('download');
  await phone.getByRole('link', { name: 'Download everything' }).click();
  expect((await coming).suggestedFilename()).toMatch(/^order-.+\.zip$/);
  await phone.getByRole('button', { name: 'Accept the delivery' }).click();
  await phone.getByRole('button', { name: 'Accept and complete' }).click();
  expect(await sidewaysScroll(phone)).toBe(0);
  await takePicture(phone, 'hand-over-complete-390');
  await page.getByRole('link', { name: 'Download everything' }).waitFor();
  await takePicture(page, 'hand-over-complete-1440');
  expect([...browserErrors, ...phoneErrors]).toEqual([]);
});

test('on a phone the agreement of an order fits the screen, and each summary keeps its arrow beside it', async () => {
  const { person: asha } = await insertBuyer(app);
  const id = await paidOrder(app, asha);
  const { page } = await openPageAs(asha, { viewport: { width: 390, height: 900 } });
  await page.goto(`/orders/${id}`);
  const payment = page.getByRole('list', { name: 'Payments' }).getByRole('listitem').first();
  const [name, amount] = await Promise.all([
    payment.getByText('Full payment', { exact: true }).boundingBox(),
    payment.locator('.price').boundingBox(),
  ]);
  expect(amount?.y, 'the amount stands beside its name').toBeLessThan((name?.y ?? 0) + 12);
  const agreement = page.getByRole('group').filter({ hasText: 'Agreement' }).first();
  await agreement.getByRole('heading', { name: 'Agreement' }).click();
  const price = await agreement.locator('.price').first().boundingBox();
  const card = await agreement.first().boundingBox();
  expect(price?.width).toBeGreaterThan(50);
  expect(price && card && price.x + price.width <= card.x + card.width).toBe(true);
  expect(await sidewaysScroll(page)).toBe(0);
  const offsets = await page.locator('.fold > summary').evaluateAll((summaries) =>
    summaries.map((summary) => {
      const middleOf = (each: Element | null) => {
        const { top = 0, bottom = 0 } = each?.getBoundingClientRect() ?? {};
        return (top + bottom) / 2;
      };
      return Math.round(middleOf(summary) - middleOf(summary.querySelector('svg')));
    }),
  );
  expect(new Set(offsets)).toEqual(new Set([0]));
});

test('a printed order shows what was agreed and paid, and nothing to click', async () => {
  const { person: asha } = await insertBuyer(app, { name: 'Asha Kulkarni' });
  const { page } = await openPageAs(asha, { viewport: { width: 718, height: 1_040 } });
  await page.goto(`/orders/${await paidOrder(app, asha)}`);
  await page.getByRole('heading', { name: 'Agreement' }).waitFor();
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => void dispatchEvent(new Event('beforeprint')));
  await page.getByText(/^Accepted on /).waitFor();
  const summary = await page.getByRole('heading', { name: 'Order Summary' }).boundingBox();
  expect(summary?.y, 'nothing hidden leaves its place empty').toBeLessThan(450);
  for (const each of await page.getByRole('button').all())
    expect(await each.isVisible(), (await each.textContent()) ?? '').toBe(false);
  expect(await page.getByLabel('Your requirements').isVisible()).toBe(false);
});

test('a buyer answers the questions of the package, with a file, and what is missing is named', async () => {
  const questions = [
    { question: 'Which pages do you need?', kind: 'text' as const, choices: [] },
    { question: 'Light or dark?', kind: 'choice' as const, choices: ['Light', 'Dark'] },
    { question: 'Your logo', kind: 'files' as const, choices: [] },
  ];
  const ask = (more: object) =>
    app.write((tx) =>
      changeGig(tx, WEBSITE, ({ PricingPlans }) => ({
        PricingPlans: PricingPlans.map((plan) => ({ ...plan, questions: [], ...more })),
      })),
    );
  await ask({ questions });
  const { person: asha } = await insertBuyer(app);
  const id = await paidOrder(app, asha);
  await ask({});
  const { page, browserErrors } = await openPageAs(asha, { viewport: { width: 390, height: 900 } });
  await page.goto(`/orders/${id}`);
  const submit = page.getByRole('button', { name: 'Submit Requirements' });
  await page.getByLabel('Which pages do you need?').fill('Home and about');
  await submit.click();
  await page.getByText('Please answer this question.').waitFor();
  await page.getByLabel('Light or dark?').selectOption('Dark');
  await page.getByLabel('Attach files').setInputFiles({
    ...{ name: 'logo.txt', mimeType: 'text/plain', buffer: Buffer.from('logo') },
  });
  await page.getByRole('list', { name: 'Files to send' }).locator('[data-state=ready]').waitFor();
  await expectAccessible(page);
  await submit.click();
  await page.getByRole('heading', { name: 'Your requirements are being checked' }).waitFor();
  const sent = (await asha.post('/api/v1/communicate/order/user-conversation', { orderId: id }))
    .body;
  expect(JSON.stringify(sent)).toContain('The files for the requirements.');
  expect(browserErrors).toEqual([]);
});

test('requirements that were being written when the session ended are there after signing in again', async () => {
  const { person: asha, user } = await insertBuyer(app);
  const id = await paidOrder(app, asha);
  const { page } = await openPageAs(asha);
  await page.goto(`/orders/${id}`);
  const text = page.getByRole('textbox', { name: 'Your requirements' });
  const submit = page.getByRole('button', { name: 'Submit Requirements' });
  const change = page.getByRole('button', { name: 'Change', exact: true });
  const link = (number: number) => page.getByRole('textbox', { name: `Link ${number}` });
  const steps = page.getByRole('list', { name: 'Steps of the order' });
  expect(await steps.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
  await text.fill('A calm site in two languages.');
  await link(1).fill('https://example.com/texts');
  await page.getByRole('button', { name: 'Add a link' }).click();
  await link(2).fill('https://example.com/pictures');
  await page.reload();
  await expect.poll(() => link(2).inputValue()).toBe('https://example.com/pictures');
  await page.context().clearCookies({ name: 'sid' });
  // A request that the page makes by itself may find first that the session has ended.
  const ended = page.waitForURL('**/sign-in?next=*');
  await Promise.race([submit.click().catch(() => ended), ended]);
  await ended;
  await page.getByLabel('Email Address').fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log In' }).click();
  await page.waitForURL(`**/orders/${id}`);
  await expect.poll(() => text.inputValue()).toBe('A calm site in two languages.');
  expect(await link(1).inputValue()).toBe('https://example.com/texts');
  expect(await link(2).inputValue()).toBe('https://example.com/pictures');
  await submit.click();
  const saved = page.getByRole('heading', { name: 'Your requirements', exact: true });
  await saved.click();
  await change.click();
  await text.fill('Another text');
  await link(1).fill('https://example.com/other');
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.reload();
  await saved.click();
  await change.click();
  expect(await text.inputValue(), 'cancelled').toBe('A calm site in two languages.');
  expect(await link(1).inputValue(), 'cancelled').toBe('https://example.com/texts');
});

test('what is written in Hebrew runs from right to left for the buyer and for the owner', async () => {
  const { person: asha } = await insertBuyer(app);
  const owner = await ownerOf(app);
  const orderId = await paidOrder(app, asha);
  const requirements = { text: 'אתר רגוע, בבקשה.', links: [] };
  const [delivered, revisionDescription] = ['הנה הגרסה הראשונה.', 'כותרת ירוקה, בבקשה.'];
  await asha.write('PUT', `/api/v1/gig/order/${orderId}/requirements`, requirements, {});
  await owner.post(`/api/v1/desk/orders/${orderId}/accept`, {});
  await owner.post(`/api/v1/desk/orders/${orderId}/deliver`, { message: delivered });
  await asha.post('/api/v1/gig/order/revision-request', { orderId, revisionDescription });
  for (const [person, path] of [
    [asha, `/orders/${orderId}`],
    [owner, `/desk/orders/${orderId}`],
  ] as const) {
    const { page } = await openPageAs(person);
    await page.goto(path);
    for (const folded of ['Your requirements', 'Revision History'])
      if (person === asha)
        await page.getByRole('heading', { name: folded, exact: true }).first().click();
    for (const text of [requirements.text, delivered, revisionDescription]) {
      const shown = page.getByText(text, { exact: true }).first();
      await shown.waitFor();
      const direction = await shown.evaluate((element) => getComputedStyle(element).direction);
      expect.soft(direction, `${path}: ${text}`).toBe('rtl');
    }
  }
});
