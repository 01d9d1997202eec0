import { readConfig } from '../../../api/config.ts';
import { findOwner } from '../../../api/modules/accounts/queries.ts';
import { openSession } from '../../../api/modules/accounts/sessions.ts';
import { startApp } from '../../../api/start-app.ts';
import { seedId } from '../../../db/seed.ts';
import { CART_KEY, SESSION_STATE_KEY, STORAGE_OWNER_KEY } from '../../../src/lib/storage-keys.ts';
import { Person } from '../../support/http-client.ts';
import type { BenchFixture } from '../fixture.ts';
import type { Screen } from './phone.ts';

const GIG = seedId('gig:business-website');
const MESSAGES = 12;

/** Starts the app on the data of the fixture: a buyer of twenty orders, one of them with a conversation. */
export async function openScreens({ app: dataDir, token }: BenchFixture) {
  const config = readConfig({ PORT: '0', DATA_DIR: dataDir }, dataDir);
  // The provider of the fixture does not know the sandbox's payments; those errors are expected.
  const log = { info() {}, error() {} };
  const server = await startApp({ config, clock: () => new Date(), log, testMultiplier: 1_000 });
  const origin = server.config.siteOrigin;
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
  return { origin, screens: screensFor(orderId, buyer, seller), close: () => server.close() };
}

type State = NonNullable<Screen['state']>;

/** All `useful` selectors must be visible, and hold data, before a screen counts as usable. */
function screensFor(orderId: string, buyer: State, owner: State): Screen[] {
  return [
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
    {
      name: 'orders list',
      path: '/orders',
      state: buyer,
      useful: ['main h1', 'main article h2, main tbody tr'],
      click: 'main button[aria-pressed="false"]',
    },
    {
      name: 'checkout',
      path: '/process-payment',
      state: buyer,
      useful: ['main h1', 'main input[name="firstName"]'],
      click: 'input[type="radio"]:not(:checked)',
    },
    {
      name: 'one order',
      path: `/orders/${orderId}`,
      state: buyer,
      useful: ['main h1', 'main [class*="badge"]'],
      click: 'main button',
    },
    {
      name: 'dashboard today',
      path: '/desk',
      state: owner,
      useful: ['main h1', 'main .list__row'],
      click: 'main button[aria-pressed="false"]',
    },
    {
      name: 'inbox',
      path: '/desk/inbox',
      state: owner,
      useful: ['main h1', 'main .inbox__list li'],
      click: 'main .inbox__list button',
    },
    {
      name: 'payments',
      path: '/desk/payments',
      state: owner,
      useful: ['main h1', 'main .table tbody tr'],
      click: 'main button[aria-pressed="false"]:enabled',
    },
    {
      name: 'chat',
      path: `/orders/${orderId}?chat=open`,
      state: buyer,
      useful: ['dialog h2', 'dialog .bubble'],
      click: 'dialog textarea',
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
