import { expect } from 'vitest';
import { hashPassword } from '../../api/modules/accounts/hashing.ts';
import { findOwner, insertUser, updateUser } from '../../api/modules/accounts/queries.ts';
import { openSession } from '../../api/modules/accounts/sessions.ts';
import { agreedInstalmentsOf, agreementTerms } from '../../api/modules/orders/agreements/rules.ts';
import { hashTerms } from '../../api/modules/orders/agreements/write-agreement.ts';
import { DAY, iso, later } from '../../api/platform/clock.ts';
import { newId } from '../../api/platform/ids.ts';
import type { User } from '../../db/schema.ts';
import type { Person } from './http-client.ts';
import { seedId } from './seed-id.ts';
import type { RunningApp, TestApp } from './test-app.ts';

export const PASSWORD = 'Monsoon-Ferry-42';

export const ASHA = { name: 'Asha Kulkarni', email: 'asha@buyers.example', password: PASSWORD };
export const BELA = { name: 'Béla Nagy', email: 'bela@buyers.example', password: PASSWORD };

export const WEBSITE = seedId('gig:business-website');
export const WEBSITE_PAGE = '/my-gig/business-website';
export const STORE = seedId('gig:online-store');
export const STORE_PAGE = '/my-gig/online-store';

/** Signs a person up without verifying the address. */
export async function signUp(app: TestApp, who: typeof ASHA): Promise<Person> {
  const person = app.visitor();
  const answer = await person.post('/api/v1/user/sign-up', who);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return person;
}

/** The code in the newest mail to an address. */
export async function codeFor(app: TestApp, email: string): Promise<string> {
  const mail = await app.mail.email(email, /code/i);
  const code = /^\d{6}$/m.exec(mail.text ?? '')?.[0];
  if (!code) throw new Error('the mail holds no code');
  return code;
}

/** Signs a person up and verifies them with the emailed code. */
export async function signUpBuyer(app: TestApp, who: typeof ASHA): Promise<Person> {
  const person = await signUp(app, who);
  const code = await codeFor(app, who.email);
  const answer = await person.post('/api/v1/user/verify-email', { code });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return person;
}

/** Inserts a buyer with a session into the database; faster than signing up. */
export async function insertBuyer(
  app: RunningApp,
  { verified = true, name = 'Chandra Rao' } = {},
): Promise<{ person: Person; user: User }> {
  const { db } = app.server.services.store;
  const id = newId();
  hash ??= hashPassword(PASSWORD);
  const user = await insertUser(db, {
    id,
    name,
    email: `${id}@people.example`,
    password_hash: await hash,
    role: 'buyer',
    avatar_hash: null,
    is_verified: verified ? 1 : 0,
    last_login_at: null,
    created_at: iso(app.server.services.clock()),
  });
  return { person: await signedIn(app, id), user };
}

let hash: Promise<string> | undefined;

/** A browser in which this user is signed in. */
export async function signedIn(app: RunningApp, userId: string): Promise<Person> {
  const { store, clock } = app.server.services;
  const person = app.visitor();
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  person.cookies.set('sid', await openSession(store.db, clock, { userId, userAgent }));
  return person;
}

/** The owner, signed in; the account is made at the first start. */
export async function ownerOf(app: RunningApp): Promise<Person> {
  const owner = await findOwner(app.server.services.store.db);
  if (!owner) throw new Error('the app has no owner');
  return signedIn(app, owner.id);
}

/** An assistant, signed in. */
export async function insertAssistant(app: TestApp, name = 'Ravi Menon') {
  const { user } = await insertBuyer(app, { name });
  const since = iso(app.server.services.clock());
  await app.write((tx) => updateUser(tx, user.id, { assistant_since: since }));
  return { person: await signedIn(app, user.id), user };
}

export const ADDRESS = {
  firstName: 'Asha',
  lastName: 'Kulkarni',
  email: 'asha@buyers.example',
  address: '14 Law College Road',
  city: 'Pune',
  state: 'Maharashtra',
  country: 'India',
  phoneNo: '+91 98765 43210',
};

/** The body that a browser sends for the business website, Basic, without extras. */
export async function orderBody(person: Person, more: Record<string, unknown> = {}) {
  const { body } = await person.get(`/api/v1/gig/get/${WEBSITE}`);
  const [plan] = body.gig.PricingPlans;
  return {
    checkoutId: crypto.randomUUID(),
    orderItems: [{ gigId: WEBSITE, selectedPlan: { planType: plan.planType }, extraFeatures: [] }],
    addressInfo: ADDRESS,
    paymentType: 'Full',
    totalAmount: plan.price as number,
    ...more,
  };
}

export async function idOf(person: Person): Promise<string> {
  return (await person.get('/api/v1/user/check-auth-user')).body.data._id;
}

/** Places an order, pays it by card and returns its id. */
export async function paidOrder(
  app: RunningApp,
  person: Person,
  more: Record<string, unknown> = {},
): Promise<string> {
  const placed = await person.post('/api/v1/gig/order/place', await orderBody(person, more));
  expect(placed.status, JSON.stringify(placed.body)).toBe(201);
  const result = app.sandbox.pay(placed.body.orderId, { method: 'card', outcome: 'captured' });
  const paid = await person.post('/api/v1/gig/order/verify', result);
  expect(paid.status, JSON.stringify(paid.body)).toBe(200);
  return paid.body.order._id;
}

/** Completes the orders of a buyer, so that the account can be deleted. */
export const endOrdersOf = (app: RunningApp, userId: string) =>
  app.write((tx) =>
    tx
      .updateTable('orders')
      .set({ status: 'Completed' })
      .where('buyer_id', '=', userId)
      .where('paid', '>', 0)
      .execute(),
  );

/** The agreement of an inserted order. */
export const agreementOf = (order: { id: string; buyer_id: string; created_at: string }) => ({
  ...{ id: newId(), order_id: order.id, accepted_by: order.buyer_id, texts: '{}' },
  ...{ ...INSERTED_TERMS, accepted_at: order.created_at },
});

const INSERTED_TERMS = hashTerms(
  agreementTerms({
    ...{ title: 'Business website', scope: [], total: 500_00, currency: 'INR' },
    ...{ parts: agreedInstalmentsOf(500_00, 'Full'), deliveryDays: 3, revisions: 1 },
  }),
);

export const INSERTED_STATUSES = ['In Progress', 'Accepted', 'Delivered', 'Completed'] as const;

/**
 * Inserts paid orders of these buyers in turn and returns their ids, oldest first. Some share a
 * creation time and a delivery date, to test ties. The eighth has a title with quotes.
 */
export async function insertOrders(
  app: RunningApp,
  buyers: User[],
  many: number,
): Promise<string[]> {
  const now = new Date('2026-06-01T10:00:00.000Z');
  const rows = Array.from({ length: many }, (_, at) => {
    const user = buyers[at % buyers.length];
    const made = iso(new Date(now.getTime() + Math.floor(at / 3) * 1000));
    const title = at === 7 ? 'A "quoted" title' : 'Business website';
    return {
      ...{ id: newId(), buyer_id: user?.id ?? '', checkout_id: crypto.randomUUID() },
      ...{ status: INSERTED_STATUSES[at % 4] ?? 'Accepted', payment_type: 'Full' as const },
      ...{ total: 500_00, paid: 500_00, refunded: 0, lost: 0, failed_at: null, address: '{}' },
      items: JSON.stringify([
        {
          ...{ gigId: newId(), title, thumbnailImage: { url: '' } },
          selectedPlan: { planType: 'Basic', title: 'Plan of pearls', price: 500_00, features: [] },
          extraFeatures: [],
        },
      ]),
      ...{ buyer_name: user?.name ?? '', buyer_email: user?.email ?? '' },
      ...{ delivery_days: 3, max_revisions: 1, used_revisions: 0 },
      ...{ delivery_date: later(now, Math.floor(at / 8) * DAY), is_test: 1 as const },
      ...{ paid_at: made, created_at: made, updated_at: made },
    };
  });
  // SQLite limits the number of values in one statement.
  for (let at = 0; at < many; at += 100) {
    await app.write((tx) =>
      tx
        .insertInto('orders')
        .values(rows.slice(at, at + 100))
        .execute(),
    );
    await app.write((tx) =>
      tx
        .insertInto('agreements')
        .values(rows.slice(at, at + 100).map(agreementOf))
        .execute(),
    );
  }
  return rows.map((row) => row.id);
}
