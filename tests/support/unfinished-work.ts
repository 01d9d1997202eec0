import { Secret, TOTP } from 'otpauth';
import { expect } from 'vitest';
import { replaceRecoveryCodes } from '../../api/modules/accounts/second-factor/queries.ts';
import { hashOf } from '../../api/modules/accounts/second-factor/recovery-codes.ts';
import type { Answer, Person } from './http-client.ts';
import { adminPayments, buy, startCheckout, verifyPayment } from './payments.ts';
import { insertBuyer, STORE } from './people.ts';
import { acceptQuote, askQuestion, sendQuote } from './quotes.ts';
import type { TestApp } from './test-app.ts';

const BASE = '/api/v1';

export const LAST_CODE = 'abcdefghijklmnop';

const done = (answer: Answer): Answer => {
  expect(answer.status, JSON.stringify(answer.body).slice(0, 300)).toBeLessThan(300);
  return answer;
};

/**
 * What people of a running shop have begun and not ended when a new version starts: carts, dates, quotes, parts, keys and
 * edits, and refunds whose papers are issued.
 */
export async function leaveWorkUnfinished(app: TestApp, owner: Person): Promise<void> {
  await refundInParts(app, owner);
  await deliverUnpaidPart(app, owner);
  await keepSecondFactors(app);
  const { person: deciding } = await insertBuyer(app, { name: 'Devika Iyer' });
  done(await acceptQuote(deciding, await sendQuote(owner, await askQuestion(deciding))));
  await fillCalendar(owner);
  for (const paymentType of ['Full', 'Milestone']) {
    const { person } = await insertBuyer(app, { name: `${paymentType} Payer` });
    await startCheckout(person, { paymentType });
  }
}

/** One place, so that each open checkout holds other days. */
async function fillCalendar(owner: Person): Promise<void> {
  const { availability } = (await owner.get(`${BASE}/desk/availability`)).body;
  done(await owner.put(`${BASE}/desk/availability`, { ...availability, capacity: 1 }));
}

async function refundInParts(app: TestApp, owner: Person): Promise<void> {
  const { person } = await insertBuyer(app, { name: 'Esha Nair' });
  const { orderId, paymentId } = await buy(app, person);
  for (const amount of [1000.01, 2500]) {
    done(await adminPayments.refund(owner, paymentId, { amount }));
  }
  const refunded = (await person.get(`${BASE}/gig/order/${orderId}`)).body.order;
  expect(refunded.paymentInfo.paymentStatus).toBe('Paid');
}

/** An order of three parts that is delivered while the second one is due. */
async function deliverUnpaidPart(app: TestApp, owner: Person): Promise<void> {
  const { person } = await insertBuyer(app, { name: 'Farah Sheikh' });
  const quote = await sendQuote(owner, await askQuestion(person, STORE));
  const { body } = done(await acceptQuote(person, quote));
  const result = app.sandbox.pay(body.orderId, { method: 'card', outcome: 'captured' });
  const { order } = done(await verifyPayment(person, result)).body;
  done(await owner.post(`${BASE}/desk/orders/${order._id}/accept`, {}));
  done(await owner.post(`${BASE}/desk/orders/${order._id}/deliver`, { message: 'Part one.' }));
}

/** Two buyers with an authenticator app; the second has lost it and has one recovery code left. */
async function keepSecondFactors(app: TestApp): Promise<void> {
  for (const name of ['Gita App', 'Hari Codes']) {
    const { person, user } = await insertBuyer(app, { name });
    const { secret } = done(await person.post(`${BASE}/user/second-factor/totp`)).body;
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({
      timestamp: app.server.services.clock().getTime(),
    });
    done(await person.post(`${BASE}/user/second-factor/totp/confirm`, { code }));
    if (name === 'Hari Codes')
      await app.write((tx) =>
        replaceRecoveryCodes(tx, user.id, [hashOf(user.id, LAST_CODE)], user.created_at),
      );
  }
}
