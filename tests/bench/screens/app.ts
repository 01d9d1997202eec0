import { readConfig } from '../../../api/config.ts';
import { findOwner } from '../../../api/modules/accounts/queries.ts';
import { openSession } from '../../../api/modules/accounts/sessions.ts';
import { startApp } from '../../../api/start-app.ts';
import { CART_KEY, SESSION_STATE_KEY, STORAGE_OWNER_KEY } from '../../../src/lib/storage-keys.ts';
import { Person } from '../../support/http-client.ts';
import { seedId } from '../../support/seed-id.ts';
import type { BenchFixture } from '../fixture.ts';
import { freePort } from '../start-app.ts';
import { bareFiles } from './bare.ts';
import type { Screen } from './phone.ts';
import { openPhoneNetwork } from './phone-network.ts';

const GIG = seedId('gig:business-website');
const MESSAGES = 12;

/**
 * Starts the app on the data of the fixture, behind a phone's network: a buyer of twenty orders, one of them with a
 * conversation.
 */
export async function openScreens({ app: dataDir, token }: BenchFixture) {
  const [appPort, port] = [await freePort(), await freePort()];
  const origin = `http://localhost:${port}`;
  const config = readConfig(
    { PORT: String(appPort), DATA_DIR: dataDir, SITE_ORIGIN: origin },
    dataDir,
  );
  // The provider of the fixture does not know the sandbox's payments; those errors are expected.
  const log = { info() {}, error() {} };
  const server = await startApp({ config, clock: () => new Date(), log, testMultiplier: 1_000 });
  const network = await openPhoneNetwork(port, appPort, await bareFiles(appPort));
  const { store, clock } = server.services;
  const owner = await findOwner(store.db);
  if (!owner) throw new Error('the app has no owner');
  const asha = signedIn(origin, token);
  const user = (await asha.get('/api/v1/user/check-auth-user')).body.data;
  const { orders } = (await asha.get('/api/v1/gig/order/user-orders')).body;
  const orderId: string = orders[0]._id;
  for (let at = 1; at <= MESSAGES; at += 1) {
    const messageText = `Message ${at} about the colours of the second page.`;
    await asha.post('/api/v1/communicate/send-message', { orderId, messageText });
  }
  const { gig } = (await asha.get(`/api/v1/gig/get/${GIG}`)).body;
  const cart = {
    checkoutId: crypto.randomUUID(),
    gigId: GIG,
    title: gig.title,
    thumbnailImage: gig.thumbnailImages[0],
    selectedPlan: gig.PricingPlans[0],
    extraFeatures: [],
  };
  const ownerToken = await openSession(store.db, clock, { userId: owner.id, userAgent: 'bench' });
  const buyer = stateOf(origin, token, { userId: user._id, [CART_KEY]: JSON.stringify(cart) });
  const seller = stateOf(origin, ownerToken, { userId: owner.id });
  const close = async () => {
    network.close();
    await server.close();
  };
  return { origin, screens: screensFor(orderId, buyer, seller), close };
}

type State = NonNullable<Screen['state']>;

/** All `useful` selectors must be visible, and hold data, before a screen counts as shown. */
function screensFor(orderId: string, buyer: State, owner: State): Screen[] {
  const ofBuyer = (name: string, path: string, useful: string[], click: string) => ({
    name,
    path,
    state: buyer,
    useful: ['main h1', ...useful],
    click,
  });
  const ofOwner = (...[name, path, useful, click]: Parameters<typeof ofBuyer>) => ({
    ...ofBuyer(name, path, useful, click),
    state: owner,
  });
  const card = 'main article:first-of-type';
  return [
    ofBuyer('bare React page', '/bare', [`${card} h2`, `${card} .price`], `${card} button`),
    ofBuyer(
      'orders',
      '/orders',
      [`${card} h2`, `${card} .price`, `${card} footer a`],
      'main button[aria-pressed="false"]',
    ),
    ofBuyer(
      'one order',
      `/orders/${orderId}`,
      ['main .badge', 'main .next-step h2', 'main .next-step textarea'],
      'main button',
    ),
    ofBuyer(
      'chat',
      `/orders/${orderId}?chat=open`,
      ['dialog h2', 'dialog .bubble'],
      'dialog textarea',
    ),
    ofBuyer(
      'checkout',
      '/process-payment',
      ['main input[name="firstName"]'],
      'input[type="radio"]:not(:checked)',
    ),
    ofBuyer('payments', '/money', ['main tbody tr'], 'main button[aria-pressed="false"]'),
    ofBuyer('notifications', '/notifications', ['main .list__row'], 'main h1'),
    ofBuyer('profile', '/profile', ['main .list__row, main article'], 'main a[href="/orders"]'),
    ofBuyer('settings', '/settings', ['main input[name="name"]'], 'main input[type="checkbox"]'),
    ofBuyer(
      'order success',
      `/order-success?order=${orderId}`,
      ['main .order-success__step', 'main .button--solid'],
      'main h1',
    ),
    ofOwner('today', '/desk', ['main .list__row'], 'main button[aria-pressed="false"]'),
    ofOwner(
      "owner's order",
      `/desk/orders/${orderId}`,
      ['main [class*="badge"]', 'main .card .button'],
      'main button',
    ),
    ofOwner('inbox', '/desk/inbox', ['main .inbox__list li'], 'main .inbox__list button'),
    ofOwner(
      "owner's payments",
      '/desk/payments',
      ['main .table tbody tr'],
      'main button[aria-pressed="false"]:enabled',
    ),
    {
      name: 'gig page (static)',
      path: `/my-gig/${GIG}`,
      useful: ['h1', 'p.price'],
      click: '.pricing fieldset label:nth-of-type(2)',
    },
    {
      name: 'sign-in',
      path: '/sign-in',
      useful: ['h1', 'input[name="password"]', 'button[type="submit"]'],
      click: 'button[aria-label="Show password"]',
    },
  ];
}

function signedIn(origin: string, token: string): Person {
  const person = new Person(origin, []);
  person.cookies.set('sid', token);
  return person;
}

/** A browser after signing in: the cookie, and what pages store in it. */
function stateOf(
  origin: string,
  token: string,
  { userId, ...values }: { userId: string } & Record<string, string>,
): State {
  const { hostname: domain } = new URL(origin);
  const cookie = { domain, path: '/', expires: -1, httpOnly: true, secure: false };
  const stored = { [SESSION_STATE_KEY]: 'verified', [STORAGE_OWNER_KEY]: userId, ...values };
  return {
    cookies: [{ ...cookie, name: 'sid', value: token, sameSite: 'Lax' }],
    origins: [
      {
        origin,
        localStorage: Object.entries(stored).map(([name, value]) => ({ name, value })),
      },
    ],
  };
}
