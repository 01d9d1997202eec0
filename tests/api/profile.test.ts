import { beforeAll, expect, test } from 'vitest';
import { readStarter } from '../../api/modules/site/starter-shop.ts';
import { CHANGED_ELSEWHERE } from '../../api/platform/saving/texts.ts';
import type { Person } from '../support/http-client.ts';
import { insertBuyer, ownerOf, paidOrder, WEBSITE } from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';

const PROFILE = '/api/v1/desk/profile';

shareApp();

let owner: Person;
beforeAll(async () => {
  owner = await ownerOf(app);
});

const QUOTE = { text: 'Fine work.', name: 'Asha', source: 'Fiverr, 2024' };
const open = async () => (await owner.get(PROFILE)).body.profile;
const save = (profile: object, changes: object) => owner.put(PROFILE, { ...profile, ...changes });

test('the profile of the starter shop begins with its texts, which nobody has changed', async () => {
  const { version, updatedAt, canUndo, showcase, portrait, reviewPictures, ...texts } =
    await open();
  expect({ version, canUndo }).toEqual({ version: 1, canUndo: false });
  const { profile } = readStarter();
  const { showcase: pieces, portrait: face, reviewPictures: pictures } = profile;
  expect({ ...texts, showcase: pieces, portrait: face, reviewPictures: pictures }).toEqual(profile);
  expect([portrait.alt, reviewPictures.length]).toEqual([face?.alt, 4]);
  expect(showcase[0].picture).toMatchObject({
    url: expect.stringMatching(/^\/media\/\w{40}\.webp$/),
    srcset: expect.stringMatching(/^\/media\/\w{40}\.avif 480w, \/media\/\w{40}\.avif 960w$/),
  });
});

test('what the owner saves is shown on gigs and signs the chat, e-mails and new receipts', async () => {
  const { person: asha, user } = await insertBuyer(app);
  const name = 'Mira & Rao';
  const saved = await save(await open(), { name, country: 'Nepal', responseHours: 5 });
  expect(saved.status).toBe(200);
  expect(saved.body.profile).toMatchObject({ name, version: 2, canUndo: true });
  const { gig } = (await asha.get(`/api/v1/gig/get/${WEBSITE}`)).body;
  expect(gig.DetailedAboutYourself).toMatchObject({ from: 'Nepal', AvgResponseT: 5 });
  const orderId = await paidOrder(app, asha);
  const json = { orderId };
  const { conversation } = (await asha.post('/api/v1/communicate/order/user-conversation', json))
    .body;
  expect(conversation.adminId.name).toBe(name);
  const receipts = await app.server.services.store.db.selectFrom('receipts').selectAll().execute();
  expect(receipts.map(({ data }) => JSON.parse(data).seller.name)).toEqual([name]);
  const mail = await app.mail.email(user.email, /^Order confirmed/);
  expect(mail.text).toContain('— Mira & Rao, VY Studio');
  expect(mail.html).toContain('Mira &amp; Rao, VY Studio. You receive');
});

test('the second of two tabs that save gets a conflict; an undo restores the previous save', async () => {
  const opened = await open();
  expect((await save(opened, { role: 'First' })).status).toBe(200);
  const second = await save(opened, { role: 'Second' });
  expect([second.status, second.body.message]).toEqual([409, CHANGED_ELSEWHERE]);
  const { version } = await open();
  const undone = await owner.post(`${PROFILE}/undo`, { version });
  expect(undone.body.profile.role).toBe(opened.role);
  expect((await open()).version).toBe(version + 1);
});

test('of two saves at the same moment one wins', async () => {
  const opened = await open();
  const answers = await Promise.all(['One', 'Two'].map((role) => save(opened, { role })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('a mistake is refused with its field and changes nothing', async () => {
  const opened = await open();
  const [piece] = opened.showcase;
  const twice = { name: 'Thanks', text: 'Thank you.' };
  const mistakes: [string, object][] = [
    ['name', { name: ' ' }],
    ['brand.series', { brand: { ...opened.brand, series: 'VC' } }],
    [
      'brand.accent.light',
      { brand: { ...opened.brand, accent: { light: '#ffd500', dark: '#ffd500' } } },
    ],
    ['brand.logo', { brand: { ...opened.brand, logo: '<svg><script>alert(1)</script></svg>' } }],
    ['brand.logo', { brand: { ...opened.brand, logo: '<svg viewBox="0 0 9 9"><path d="M0' } }],
    ['heroIcons', { heroIcons: Array.from({ length: 13 }, () => 'React') }],
    ['about.0', { about: ['x'.repeat(1_001)] }],
    ['counters.0.target', { counters: [{ target: -1, suffix: '', caption: 'Clients' }] }],
    ['social.0.href', { social: [{ label: 'Site', href: 'javascript:alert(1)' }] }],
    ['social.0.href', { social: [{ label: 'Site', href: 'https://a.example:b@c.example' }] }],
    ['testimonials.0.link', { testimonials: [{ ...QUOTE, link: 'https://user:pw@c.example' }] }],
    ['showcase.0.liveLink', { showcase: [{ ...piece, liveLink: 'http://plain.example' }] }],
    ['replyTemplates', { replyTemplates: [twice, twice] }],
    ['showcase', { showcase: [{ ...piece, picture: { _id: 'nowhere', alt: 'A picture' } }] }],
  ];
  for (const [field, changes] of mistakes) {
    const { status, body } = await save(opened, changes);
    expect([status, body.field], JSON.stringify(changes)).toEqual([400, field]);
  }
  expect(await open()).toEqual(opened);
});

test('a text that a newer program has added is empty until it is saved', async () => {
  const opened = await open();
  await app.write(async (tx) => {
    const { body } = await tx
      .selectFrom('profiles')
      .select('body')
      .where('version', '=', opened.version)
      .executeTakeFirstOrThrow();
    const { tagline, ...older } = JSON.parse(body);
    await tx
      .updateTable('profiles')
      .set({ body: JSON.stringify(older) })
      .execute();
  });
  expect(await open()).toEqual({ ...opened, tagline: '' });
});

test('a logo is saved when it can be drawn, whatever its size, and refused when it cannot', async () => {
  const svg = (inside: string, size = 'viewBox="0 0 40 10"') =>
    `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${inside}</svg>`;
  const gradient = '<linearGradient id="g"><stop stop-color="red"/></linearGradient>';
  const filled = (fill: string) => svg(`${gradient}<path fill="${fill}" d="M0 0h40v10H0z"/>`);
  const noise = '<feTurbulence baseFrequency=".9" numOctaves="99"/>'.repeat(350);
  const path = '<path d="M0 0h40v10H0z"/>';
  const taken = {
    'a local reference': filled('url(#g)'),
    'a quoted local reference': filled("url('#g')"),
    'one with spaces': filled("url( '#g' )"),
    'a large one': svg(path, 'width="3999" height="3999"'),
    'a shadow': svg(
      '<filter id="f"><feGaussianBlur stdDeviation="1"/></filter><path filter="url(#f)" d="M0 0h40v10H0z"/>',
    ),
  };
  const refused = {
    'a reference to elsewhere': filled("url('https://elsewhere.example/#g')"),
    'filters that keep drawing busy': svg(
      `<filter id="f">${noise}</filter><path filter="url(#f)" d="M0 0h40v10H0z"/>`,
    ),
    'a line without a height': svg(path, 'width="900000" height="9"'),
    'no shapes of a size': svg('', ''),
    'a broken file': svg('<path'),
  };
  const answers = async (logos: Record<string, string>) => {
    const all: Record<string, number> = {};
    for (const [what, logo] of Object.entries(logos)) {
      expect(logo.length, what).toBeLessThan(20_000);
      const opened = await open();
      const { status, body } = await save(opened, { brand: { ...opened.brand, logo } });
      all[what] = status;
      if (status === 400) expect(body.field, what).toBe('brand.logo');
    }
    return all;
  };
  const all = (of: object, status: number) =>
    Object.fromEntries(Object.keys(of).map((what) => [what, status]));
  expect(await answers(taken)).toEqual(all(taken, 200));
  expect(await answers(refused)).toEqual(all(refused, 400));
});
