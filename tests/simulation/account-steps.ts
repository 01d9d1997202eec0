import { expect } from 'vitest';
import fc from '../support/fast-check.ts';
import { PASSWORD, signUp } from '../support/people.ts';
import type { TestApp } from '../support/test-app.ts';
import { waitFor } from '../support/wait-for.ts';
import { openedMails } from './deleted-accounts.ts';
import { forgetFiles } from './file-steps.ts';
import { type BuyerModel, isActive, type Model, nameOf, newBuyer } from './model.ts';
import { buyerAt, hasAccount, hasBuyer, pick, type Simulated, signInAgain, step } from './step.ts';

const nobodyElse = fc.nat({ max: 2 });

const signingOut = nobodyElse.map((who) =>
  step({
    scenario: ({ buyers }) => `${buyers[who]?.name} signs out and in again on another device`,
    possible: (model) => hasAccount(model, who),
    async run(model, { app }) {
      const buyer = buyerAt(model, who);
      const left = app.visitor();
      for (const [name, value] of buyer.person.cookies) left.cookies.set(name, value);
      expect((await buyer.person.post('/api/v1/user/logout')).status).toBe(200);
      buyer.ended.push(left);
      await signInAgain(buyer, app, model.day);
    },
  }),
);

const leaving = nobodyElse.map((who) =>
  step({
    scenario: ({ buyers }) => `${buyers[who]?.name} deletes the account`,
    possible: (model) => hasAccount(model, who),
    run: (model, real) => deleteAccount(model, real, buyerAt(model, who)),
  }),
);

/** Few would leave by chance while there are files to look for. */
const leavingFiles = fc.nat({ max: 30 }).map((at) =>
  step({
    scenario: (model) => `the buyer of ${pick(model, at).label} deletes the account with its files`,
    possible: (model) => hasBuyer(model, at) && pick(model, at).files.length > 0,
    run: (model, real) => deleteAccount(model, real, pick(model, at).buyer),
  }),
);

async function deleteAccount(model: Model, real: Simulated, buyer: BuyerModel): Promise<void> {
  const { app } = real;
  const waiting = (await openedMails(app)).map(({ subject }) => subject);
  const seen = { mails: app.mail.emails.length, lines: app.logLines.length };
  const session = app.visitor();
  for (const [name, value] of buyer.person.cookies) session.cookies.set(name, value);
  const wrong = await buyer.person.post('/api/v1/user/delete', { password: 'not it' });
  expect(wrong.status).toBe(403);
  const leave = () => session.post('/api/v1/user/delete', { password: PASSWORD });
  const { status, body } = await leave();
  const isBusy = model.orders.some((order) => order.buyer === buyer && isActive(model, order));
  expect(status, JSON.stringify(body)).toBe(isBusy ? 409 : 200);
  if (isBusy) return;
  expect((await buyer.person.post('/api/v1/user/delete', { password: PASSWORD })).status).toBe(401);
  buyer.ended.push(buyer.person);
  buyer.isGone = true;
  for (const order of model.orders) if (order.buyer === buyer) forgetFiles(order);
  // The database file is overwritten after the answer.
  await app.server.services.background.settled();
  model.left.push({ buyer, ...seen, answers: app.answers.length, waiting });
  await forgetQuestions(model, real, buyer);
  await readEverything(model, real, buyer);
}

/** Quotes of a question go with it, also accepted ones of which nothing is paid; those of an order's conversation stay. */
async function forgetQuestions(model: Model, { app }: Simulated, buyer: BuyerModel): Promise<void> {
  const { db } = app.server.services.store;
  const rows = await db.selectFrom('conversations').select('id').execute();
  const stored = new Set(rows.map(({ id }) => id));
  model.quotes = model.quotes.filter(
    (quote) => quote.buyer !== buyer || stored.has(quote.conversation),
  );
}

/** All that the owner and visitors can read; the invariants look for the person in it. */
async function readEverything(model: Model, { app, owner }: Simulated, buyer: BuyerModel) {
  const paths = app.server.routes
    .filter(({ method, path }) => method === 'GET' && /^\/api\/v1\/desk\/[^:*]+$/.test(path))
    .map(({ path }) => path);
  for (const path of new Set(paths)) expect((await owner.get(path)).status, path).toBeLessThan(500);
  for (const { id, gigId } of model.orders.filter((order) => order.buyer === buyer)) {
    await owner.get(`/api/v1/desk/orders/${id}`);
    await owner.post('/api/v1/communicate/order/user-conversation', { orderId: id });
    await app.visitor().get(`/api/v1/gig/review/${gigId}`);
  }
  const search = await owner.get(`/api/v1/desk/find?words=${encodeURIComponent(buyer.name)}`);
  expect(search.status).toBe(200);
}

const comingBack = nobodyElse.map((who) =>
  step({
    scenario: ({ buyers }) => `${buyers[who]?.name} signs up again with the same address`,
    possible: (model) => model.buyers[who]?.isGone === true && model.mailWorks,
    async run(model, { app }) {
      const { name: old, email } = model.buyers[who] ?? { name: '', email: '' };
      const name = nameOf(old.split(' ')[0] ?? '', model.buyers.length + model.left.length);
      const mails = app.mail.emails.length;
      const person = await signUp(app, { name, email, password: PASSWORD });
      const text = await mailAfter(app, mails, { address: email, subject: /code/i });
      const code = /^\d{6}$/m.exec(text)?.[0];
      expect((await person.post('/api/v1/user/verify-email', { code })).status).toBe(200);
      const { body } = await person.get('/api/v1/user/export');
      expect(body).toMatchObject({ orders: [], messages: [], reviews: [], quotes: [] });
      expect(JSON.stringify(body)).not.toContain(old);
      const me = await person.get('/api/v1/user/check-auth-user');
      model.buyers[who] = newBuyer({ name, email, userId: me.body.data._id, person }, model.day);
    },
  }),
);

/** The text of the mail to an address with this subject that came after so many others. */
export async function mailAfter(
  app: TestApp,
  mails: number,
  { address, subject }: { address: string; subject: RegExp },
): Promise<string> {
  return waitFor(() => {
    const found = app.mail.emails
      .slice(mails)
      .filter((each) => subject.test(each.subject ?? ''))
      .find(({ to }) => to?.some((each) => each.address === address));
    if (!found) throw new Error('the mail has not come yet');
    return found.text ?? '';
  });
}

export const accountSteps = [signingOut, leaving, leavingFiles, comingBack, comingBack];
