import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import type { Person } from '../support/http-client.ts';
import { ownerOf, WEBSITE } from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { searchCommandPalette } from './command-palette.ts';
import { expectAccessible } from './page.ts';
import { openPageAs, shareBrowser } from './shared-browser.ts';

shareApp();
shareBrowser();

let owner: Person;
let page: Page;
let reported: string[];
beforeAll(async () => {
  owner = await ownerOf(app);
  const viewport = { width: 1440, height: 900 };
  ({ page, browserErrors: reported } = await openPageAs(owner, { viewport }));
});

/** The browser's errors since the last call, without those that the test expects. */
const browserErrors = (meant = /^$/) => reported.splice(0).filter((each) => !meant.test(each));

test('unsaved text in an editor survives a link, the back button and the palette', async () => {
  await page.goto('/desk/gigs');
  await page.locator('main .list__title').nth(1).click();
  const title = page.getByLabel('Title', { exact: true });
  const was = await title.inputValue();
  const editorUrl = page.url();
  const asked = page.getByRole('dialog', { name: 'Not saved yet' });
  const waysToLeave = [
    () => page.getByRole('link', { name: 'Inbox' }).click(),
    () => page.evaluate(() => history.back()),
    async () => {
      await searchCommandPalette(page, 'new past work');
      await page.keyboard.press('Enter');
    },
  ];
  await title.fill('Half a thought');
  for (const leave of waysToLeave) {
    await leave();
    await asked.getByRole('button', { name: 'Stay' }).click();
    expect([page.url(), await title.inputValue()]).toEqual([editorUrl, 'Half a thought']);
  }
  await page.evaluate(() => history.back());
  await asked.getByRole('button', { name: 'Leave without saving' }).click();
  await page.waitForURL('**/desk/gigs');
  await page.locator('main .list__title').nth(1).click();
  await expect.poll(() => title.inputValue()).toBe(was);
  await title.fill('A whole thought');
  await page.getByRole('link', { name: 'Payments' }).click();
  await asked.getByRole('button', { name: 'Save and leave' }).click();
  await page.waitForURL('**/desk/payments');
  const { gig } = (await owner.get(`/api/v1/desk/gigs/${editorUrl.split('/').at(-1)}`)).body;
  expect(gig.title).toBe('A whole thought');
  expect(browserErrors()).toEqual([]);
});

test('lists pasted from Word are lists, and rows of a spreadsheet are text', async () => {
  const { page: editor } = await openPageAs(owner);
  await editor.goto('/desk/gigs/new');
  const text = editor.getByRole('textbox', { name: 'Description' });
  const paste = async (html: string): Promise<string> => {
    await text.fill('');
    await text.evaluate((element, copied) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/html', copied);
      clipboardData.setData('text/plain', 'plain');
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      element.dispatchEvent(event);
    }, html);
    return text.evaluate((element) => element.innerHTML.replaceAll(/<\/?(p|br)\b[^>]*>/g, ''));
  };
  const item = (level: number, marker: string, words: string) =>
    `<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='mso-list:Ignore'>${marker}<span>&nbsp; </span></span><![endif]>${words}</p>`;
  const word = [
    item(1, '·', 'Design'),
    item(2, 'o', 'Two drafts'),
    item(1, '·', 'Build'),
    '<p class=MsoNormal>Then:</p>',
    item(1, '1.', 'Launch'),
  ];
  // Again until the editor has taken the empty text that it was given.
  const pasted = expect.poll(() => paste(`<html><body>${word.join('\n')}</body></html>`));
  await pasted.toBe(
    '<ul><li>Design<ul><li>Two drafts</li></ul></li><li>Build</li></ul>Then:<ol><li>Launch</li></ol>',
  );
  const excel = '<table><tr><td>Pages</td><td>5</td></tr><tr><td>Days</td><td>7</td></tr></table>';
  await expect.poll(() => paste(excel)).toBe('Pages | 5Days | 7');
});

test('a price below zero is refused beside its field', async () => {
  const { page: editor } = await openPageAs(owner);
  await editor.goto(`/desk/gigs/${WEBSITE}`);
  await editor
    .getByLabel(/^Price/)
    .first()
    .fill('-5');
  await editor.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await editor.getByRole('button', { name: 'Save', exact: true }).click();
  await editor.getByText('Please enter a price from ₹1').waitFor();
  await expect
    .poll(() => editor.evaluate(() => document.activeElement?.getAttribute('aria-invalid')))
    .toBe('true');
  // With its label, below the head that stays at the top.
  await expect
    .poll(() =>
      editor.evaluate(() => {
        const head = document.querySelector('.screen-head')?.getBoundingClientRect();
        const field = document.activeElement?.closest('.field')?.getBoundingClientRect();
        return field && head ? field.top > head.bottom && field.bottom < innerHeight : null;
      }),
    )
    .toBe(true);
});

test('the owner adds a question with choices to a package', async () => {
  await page.goto(`/desk/gigs/${WEBSITE}`);
  await page.getByRole('button', { name: 'Add a requirement' }).first().click();
  await page.getByLabel('What do you need to know?').fill('Light or dark?');
  await page.getByLabel('Kind of answer').selectOption('A choice');
  await page.getByLabel('Choices').fill('Light\nDark');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const questions = async () =>
    (await owner.get(`/api/v1/desk/gigs/${WEBSITE}`)).body.gig.PricingPlans[0].questions;
  await expect
    .poll(questions)
    .toEqual([{ question: 'Light or dark?', kind: 'choice', choices: ['Light', 'Dark'] }]);
  // Until it has choices there is nothing to show of it.
  expect(browserErrors(/400.*\/desk\/preview$/)).toEqual([]);
});

test('text typed while a new gig is being created stays, and a rejected field gets the focus', async () => {
  await page.goto('/desk/gigs/new');
  const title = page.getByLabel('Title', { exact: true });
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await title.fill(' ');
  await save.click();
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-invalid') === 'true');
  let release = () => {};
  const released = new Promise<void>((done) => {
    release = done;
  });
  await page.route('**/api/v1/desk/gigs', async (route) => {
    await released;
    await route.continue();
  });
  await title.fill('Made');
  await save.click();
  await page.getByRole('button', { name: 'Saving…' }).waitFor();
  await title.fill('Made, and typed on');
  release();
  await page.waitForURL((url) => !url.pathname.endsWith('/new'));
  await page.unroute('**/api/v1/desk/gigs');
  expect(await title.inputValue()).toBe('Made, and typed on');
  expect(await page.getByRole('dialog').count()).toBe(0);
  await save.click();
  await expect.poll(() => save.isDisabled()).toBe(true);
  expect(browserErrors(/400/)).toEqual([]);
});

test('the owner edits a gig and sees a conflict when another tab saved first', async () => {
  await page.goto('/desk/gigs');
  const link = page.locator('main .list__title').first();
  const address = (await link.getAttribute('href')) ?? '';
  await link.click();
  await page.getByLabel('Title', { exact: true }).fill('A title from this tab');
  const preview = page.frameLocator('iframe[title="The gig as visitors will see it"]');
  await preview.getByRole('heading', { name: 'A title from this tab', level: 1 }).waitFor();
  await page.getByLabel('Its title').first().fill('The smallest of all');
  await preview.getByRole('heading', { name: 'The smallest of all' }).waitFor();
  expect(await preview.getByRole('table').getByText('The smallest of all').count()).toBe(1);
  await page.getByRole('button', { name: 'Desktop', exact: true }).click();
  await preview.getByRole('button', { name: 'Order', exact: true }).first().waitFor();
  await page.getByRole('button', { name: 'Phone', exact: true }).click();
  const id = address.split('/').at(-1);
  const { gig } = (await owner.get(`/api/v1/desk/gigs/${id}`)).body;
  await owner.put(`/api/v1/desk/gigs/${id}`, { ...gig, title: 'A title from another tab' });
  await page.keyboard.press('Control+s');
  await page.getByText(/saved in another tab meanwhile/).waitFor();
  await page.getByRole('button', { name: 'Save mine over it' }).click();
  await page.getByRole('heading', { name: 'A title from this tab', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Undo last save' }).click();
  await page.getByRole('heading', { name: 'A title from another tab', level: 1 }).waitFor();
  expect(browserErrors(/409/)).toEqual([]);
});

test('the owner duplicates a gig, jumps between its sections and sees what is edited', async () => {
  await page.goto(`/desk/gigs/${WEBSITE}`);
  const preview = page.frameLocator('iframe[title="The gig as visitors will see it"]');
  await preview.getByRole('heading', { level: 1 }).waitFor();
  const title = await page.getByLabel('Title', { exact: true }).inputValue();
  await page.getByRole('button', { name: 'Duplicate' }).click();
  await page.getByRole('heading', { name: `${title} (copy)`, level: 1 }).waitFor();
  expect(page.url()).not.toContain(WEBSITE);
  await page.getByText('Draft', { exact: true }).waitFor();
  expect(await page.getByText(/^Visitors would miss/).count()).toBe(0);

  const shown = preview.getByRole('list', { name: 'Technologies' });
  await shown.waitFor();
  const sections = page.getByRole('navigation', { name: 'Sections' });
  await sections.getByRole('button', { name: 'Questions and answers' }).click();
  const heading = page.getByRole('heading', { name: 'Questions and answers', level: 2 });
  await expect.poll(() => heading.evaluate((each) => each === document.activeElement)).toBe(true);
  await page.getByLabel('Question').first().focus();
  await expect
    .poll(() => preview.locator('html').evaluate((each) => each.scrollTop))
    .toBeGreaterThan(500);
  await page.getByLabel('Title', { exact: true }).focus();
  await expect
    .poll(() => preview.locator('html').evaluate((each) => each.scrollTop))
    .toBeLessThan(500);

  await page.goto('/desk/gigs/new');
  await page.getByText('Visitors would miss a picture.').waitFor();
  await page.getByText('Visitors would miss a package.').waitFor();
  await expectAccessible(page);
  expect(browserErrors()).toEqual([]);
});

test('a mistake in a gig is shown once, beside its field, which has the focus', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/desk/gigs/${WEBSITE}`);
  const title = page.getByLabel('Title').first();
  await title.fill('');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Please give the gig a title.').first().waitFor();
  expect(await page.getByText('Please give the gig a title.').count()).toBe(1);
  const hasFocus = (field: Element) => field === document.activeElement;
  await expect.poll(() => title.evaluate(hasFocus)).toBe(true);
  expect(browserErrors(/400/)).toEqual([]);
});

test('several gigs are found, retired, put at the top and offered again; a retired one from its editor', async () => {
  const gigs = async () => (await owner.get('/api/v1/desk/gigs')).body.gigs;
  const [, second, third] = await gigs();
  await page.goto('/desk/gigs');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByRole('searchbox').fill(second.title.toUpperCase());
  await page.getByText('1 gig', { exact: true }).waitFor();
  await page.getByRole('searchbox').fill('no gig has this title');
  await page.getByRole('button', { name: 'Show everything' }).click();
  await page.getByRole('button', { name: 'Select' }).click();
  const choose = async () => {
    for (const { title } of [second, third])
      await page.getByRole('checkbox', { name: title, exact: true }).check();
  };
  await choose();
  await page.getByText('2 rows selected').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Retire', exact: true }).click();
  await page.getByText('Retired: 2 gigs').waitFor();
  await choose();
  await page.getByRole('button', { name: 'List', exact: true }).click();
  await page.getByText('Listed: 2 gigs').waitFor();
  await choose();
  await page.getByRole('button', { name: 'To top' }).click();
  await expect.poll(async () => (await gigs())[0]._id).toBe(second._id);

  const { version } = (await gigs())[0];
  await owner.put(`/api/v1/desk/gigs/${second._id}/status`, { version, status: 'retired' });
  await page.goto(`/desk/gigs/${second._id}`);
  await page.getByRole('button', { name: 'List it' }).click();
  await page.getByRole('button', { name: 'Retire', exact: true }).waitFor();
  expect((await gigs())[0].status).toBe('published');
  expect(browserErrors()).toEqual([]);
});
