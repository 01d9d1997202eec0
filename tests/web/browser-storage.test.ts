import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { THEME_KEY } from '../../src/lib/storage-keys.ts';
import type { Person } from '../support/http-client.ts';
import { ADDRESS, insertBuyer, PASSWORD, signedIn, WEBSITE } from '../support/people.ts';
import { changeRow } from '../support/rows.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { waitFor } from '../support/wait-for.ts';
import { answerWith, openPage } from './open-page.ts';
import { Storage } from './storage.ts';

let app: TestApp;
let asha: Person;
let ashaId: string;
let storage: Storage;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  storage = new Storage();
  storage.setItem(THEME_KEY, 'dark');
  const { person, user } = await insertBuyer(app, { name: 'Asha Kulkarni' });
  [asha, ashaId] = [person, user.id];
});
afterAll(() => app.close());

/** Opens a page as this person and lets it load the session. */
async function pageOf(person: Person) {
  await openPage(app, person, storage);
  const [session, settings, address, cart, drafts, outbox] = await Promise.all([
    import('../../src/features/account/session.ts'),
    import('../../src/features/account/settings/account-settings-store.ts'),
    import('../../src/features/checkout/stored-address.ts'),
    import('../../src/features/checkout/cart.ts'),
    import('../../src/features/chat/chat-drafts.ts'),
    import('../../src/features/chat/outbox.ts'),
  ]);
  await session.checkSession();
  return { session, settings, address, cart, drafts, outbox };
}
type Page = Awaited<ReturnType<typeof pageOf>>;

function choose({ cart }: Page): void {
  cart.chooseGig({
    gigId: WEBSITE,
    title: 'Business website',
    thumbnailImage: { url: '/p.webp' },
    plan: {
      ...{ planType: 'Basic', title: 'Basic', price: 100, shortDescription: '' },
      ...{ deliveryDays: 3, revisionCount: 1, features: [] },
    },
  });
}

/** Asha's page with every kind of stored data. */
async function busyPage(): Promise<Page> {
  const page = await pageOf(asha);
  page.address.$address.set(ADDRESS);
  choose(page);
  page.cart.rememberOrder('order-of-asha');
  page.drafts.saveDraft('order-of-asha', 'Begun by Asha');
  const message = { orderId: 'order-of-asha', clientId: 'c1', text: 'From Asha', attachments: [] };
  page.outbox.enqueue({ userId: ashaId, ...message });
  return page;
}

const left = () =>
  Object.entries(storage).filter(([, value]) => /asha|law college|kulkarni/i.test(String(value)));

function expectNothingOfAsha(page: Page): void {
  expect(left()).toEqual([]);
  expect(page.address.$address.get().address ?? '').toBe('');
  expect(page.cart.$cart.get()).toBeNull();
  expect(page.drafts.draftOf('order-of-asha')).toBe('');
  expect(page.outbox.$outbox.get()).toEqual([]);
}

test('signing out removes everything from the browser but the theme', async () => {
  const page = await busyPage();
  expect(left()).not.toEqual([]);
  await page.session.signOut();
  expectNothingOfAsha(page);
  expect(storage.getItem(THEME_KEY)).toBe('dark');
  expectNothingOfAsha(await pageOf(app.visitor()));
});

test('deleting the account removes everything from the browser', async () => {
  const page = await busyPage();
  await expect(page.settings.deleteAccount('not it')).rejects.toThrow();
  expect(page.address.$address.get()).toEqual(ADDRESS);
  await page.settings.deleteAccount(PASSWORD);
  expectNothingOfAsha(page);
});

test('signing out everywhere removes everything from the browser', async () => {
  const page = await busyPage();
  await page.settings.endAllSessions();
  expectNothingOfAsha(page);
});

test('a session that ends on another device keeps cart, address and messages for the same person', async () => {
  const page = await busyPage();
  const cart = page.cart.$cart.get();
  asha.cookies.delete('sid');
  const session = await page.session.recheckSession();
  expect(session).toEqual({ state: 'visitor', ended: true });
  expect(page.cart.$cart.get()).toEqual(cart);
  expect(page.address.$address.get()).toEqual(ADDRESS);
  const reopened = await pageOf(await signedIn(app, ashaId));
  expect(reopened.cart.$cart.get()).toEqual(cart);
  expect(reopened.address.$address.get()).toEqual(ADDRESS);
  expect(reopened.drafts.draftOf('order-of-asha')).toBe('Begun by Asha');
  expect(reopened.outbox.$outbox.get()).toHaveLength(1);
});

test('a call that is answered with 401 ends the session on the page', async () => {
  const page = await busyPage();
  const { api, readJson } = await import('../../src/lib/api.ts');
  asha.cookies.delete('sid');
  await expect(readJson(api.gig.order['user-orders'].$get())).rejects.toThrow();
  await waitFor(() => {
    expect(page.session.$session.get()).toEqual({ state: 'visitor', ended: true });
  });
});

test('the data of an ended session is not shown to another person, verified or not', async () => {
  for (const verified of [true, false]) {
    const page = await busyPage();
    asha.cookies.delete('sid');
    await page.session.recheckSession();
    const { person } = await insertBuyer(app, { name: 'Béla Nagy', verified });
    expectNothingOfAsha(await pageOf(person));
    asha = await signedIn(app, ashaId);
  }
});

test('the next person to sign in finds no data of the previous one', async () => {
  await busyPage();
  const { person: bela } = await insertBuyer(app, { name: 'Béla Nagy' });
  expectNothingOfAsha(await pageOf(bela));
});

test('a person’s own data stays on the next page and after signing in twice', async () => {
  await busyPage();
  const page = await pageOf(await signedIn(app, ashaId));
  expect(page.address.$address.get()).toEqual(ADDRESS);
  expect(page.cart.$cart.get()?.orderId).toBe('order-of-asha');
  expect(page.outbox.$outbox.get()).toHaveLength(1);
});

test('a visitor’s cart stays after signing up, verifying and signing in', async () => {
  const visitorPage = await pageOf(app.visitor());
  choose(visitorPage);
  const chosen = visitorPage.cart.$cart.get();
  const { person: unverified, user } = await insertBuyer(app, { verified: false });
  expect((await pageOf(unverified)).cart.$cart.get()).toEqual(chosen);
  await changeRow(app, 'users', user.id, { is_verified: 1 });
  const page = await pageOf(unverified);
  expect(page.cart.$cart.get()).toEqual(chosen);
  await page.session.signOut();
  expect(page.cart.$cart.get()).toBeNull();
});

test('an unreachable API removes nothing from the browser', async () => {
  const page = await busyPage();
  const { origin } = app;
  app.origin = 'http://127.0.0.1:9';
  await page.session.recheckSession();
  app.origin = origin;
  expect(page.address.$address.get()).toEqual(ADDRESS);
  expect((await pageOf(asha)).outbox.$outbox.get()).toHaveLength(1);
});

test('a sign-out that the server answers with a failure tells the reason', async () => {
  const page = await pageOf(asha);
  answerWith('/api/v1/user/logout', 200, { success: false, message: 'Not just now.' });
  expect(await page.session.signOut()).toEqual({ ok: false, message: 'Not just now.' });
  expect(page.session.$session.get().state).toBe('visitor');
});

test('a sign-out without a connection is made up for when there is one', async () => {
  const page = await busyPage();
  const { origin } = app;
  app.origin = 'http://127.0.0.1:9';
  expect(await page.session.signOut()).toMatchObject({
    ok: false,
    message: expect.stringMatching(/^Something went wrong, please try again\./),
  });
  expect(await page.session.recheckSession(), 'still offline').toMatchObject({ state: 'visitor' });
  app.origin = origin;
  const reloaded = await pageOf(asha);
  expect(reloaded.session.$session.get()).toMatchObject({ state: 'visitor' });
  expect((await asha.get('/api/v1/user/check-auth-user')).status, 'the session has ended').toBe(
    401,
  );
  const back = await pageOf(await signedIn(app, ashaId));
  expect(back.session.$session.get()).toMatchObject({ state: 'verified' });
});

test('messages written in two tabs at once are queued in both, also after a reload', async () => {
  const message = (text: string) => ({
    ...{ userId: ashaId, orderId: 'o', attachments: [] },
    ...{ clientId: text, text },
  });
  const first = await pageOf(asha);
  const second = await pageOf(asha);
  for (const { outbox } of [first, second]) outbox.$outbox.listen(() => {});
  // Neither tab has received the other's storage event yet.
  first.outbox.enqueue(message('in the first'));
  second.outbox.enqueue(message('in the second'));
  first.outbox.enqueue(message('sent'));
  first.outbox.removeFromOutbox('sent');
  const reloaded = await pageOf(asha);
  expect(reloaded.outbox.$outbox.get().map((each) => each.text)).toEqual([
    'in the first',
    'in the second',
  ]);
});
