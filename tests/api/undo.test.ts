import { beforeAll, expect, test } from 'vitest';
import { carryOutActs } from '../../api/modules/deliveries/delayed-acts.ts';
import { runClock } from '../../api/modules/orders/clock/clock.ts';
import { HOUR, SECOND } from '../../api/platform/clock.ts';
import { readAndCancel } from '../support/cancellation.ts';
import type { Person } from '../support/http-client.ts';
import { asha, bela, owner, sharePaymentApp } from '../support/payment-app.ts';
import { buy, orderOf, storedOrder } from '../support/payments.ts';
import { ASHA, BELA, idOf, ownerOf, paidOrder } from '../support/people.ts';
import { app } from '../support/shared-app.ts';
import { uploadFile } from '../support/uploads.ts';

sharePaymentApp();
beforeAll(() => app.stopClock());

const ORDERS = '/api/v1/desk/orders';
const press = (id: string, act: 'accept' | 'deliver', body: object = { message: 'Here it is.' }) =>
  owner.post(`${ORDERS}/${id}/${act}?undo=true`, body);
const atOnce = (id: string, act: 'accept' | 'deliver', body: object = { message: 'Here it is.' }) =>
  owner.post(`${ORDERS}/${id}/${act}`, body);
const undo = (id: string) => owner.post(`${ORDERS}/${id}/undo`);
const seenByOwner = async (id: string) => (await owner.get(`${ORDERS}/${id}`)).body.order;
const after = async (seconds: number) => {
  app.advance(seconds * SECOND);
  await carryOutActs(app.server.services);
};
const numberOf = (id: string) => `#${id.slice(-6).toUpperCase()}`;
const mailsTo = ({ email }: { email: string }, id: string, result: RegExp) =>
  app.mail.emails.filter(
    ({ to, subject = '', text }) =>
      to?.some(({ address }) => address === email) &&
      result.test(subject) &&
      text?.includes(numberOf(id)),
  );
const newsOf = async (person: Person) =>
  (await person.get(`/api/v1/notify/client/client-notifications/${await idOf(person)}`)).body;

test('what is pressed can be undone at nine seconds, and nobody else has seen it', async () => {
  const id = await paidOrder(app, asha);
  const before = [await orderOf(asha, id), await newsOf(asha)];
  expect((await press(id, 'accept')).body).toMatchObject({
    ...{ undoUntil: expect.any(String), message: expect.stringContaining('undo') },
  });
  expect((await press(id, 'accept')).status, 'pressed twice').toBe(200);
  const otherDevice = await ownerOf(app);
  const pressed = async () => (await otherDevice.get('/api/v1/desk/today')).body.pressed;
  expect(await pressed()).toMatchObject([{ orderId: id, buyer: ASHA.name, name: 'accept' }]);
  await after(9);
  expect(await seenByOwner(id)).toMatchObject({ act: { name: 'accept', why: null }, steps: [] });
  expect([await orderOf(asha, id), await newsOf(asha)]).toEqual(before);
  expect((await otherDevice.post(`${ORDERS}/${id}/undo`)).status).toBe(200);
  expect(await pressed()).toEqual([]);
  await after(2);
  expect([await orderOf(asha, id), await newsOf(asha)]).toEqual(before);
  expect((await undo(id)).status, 'nothing is left to undo').toBe(409);
  expect(mailsTo(ASHA, id, /^Accepted/)).toEqual([]);
});

test('it is done after ten seconds, once, and told then', async () => {
  const id = await paidOrder(app, asha);
  await press(id, 'accept');
  app.advance(10 * SECOND);
  await Promise.all([1, 2, 3].map(() => carryOutActs(app.server.services)));
  expect((await orderOf(asha, id)).orderStatus).toBe('Accepted');
  await app.mail.email(ASHA.email, /^Accepted/, numberOf(id));
  expect(mailsTo(ASHA, id, /^Accepted/)).toHaveLength(1);
  expect((await undo(id)).body.message).toContain('already');
  expect((await seenByOwner(id)).act).toBeNull();
});

test('a client who cancels at five seconds gets what an order that is not accepted gives, and the owner reads why', async () => {
  const { orderId, checkout } = await buy(app, bela);
  await press(orderId, 'accept');
  await after(5);
  expect(await readAndCancel(bela, orderId)).toBe(checkout.amount);
  await after(5);
  expect((await orderOf(bela, orderId)).orderStatus).toBe('Cancelled');
  const { act } = await seenByOwner(orderId);
  expect(act).toMatchObject({ name: 'accept', undoUntil: null, why: expect.any(String) });
  expect(mailsTo(BELA, orderId, /^Accepted/)).toEqual([]);
  expect((await undo(orderId)).status, 'put away').toBe(200);
  expect((await seenByOwner(orderId)).act).toBeNull();
});

test('a delivery is late if it was pressed late, has the files of that moment, and its text is back when it is undone', async () => {
  const id = await paidOrder(app, asha);
  await atOnce(id, 'accept');
  const upload = (name: string) => uploadFile(owner, id, name, Buffer.from(name));
  await upload('first.txt');
  expect((await press(id, 'deliver')).status).toBe(200);
  expect((await undo(id)).body).toMatchObject({ act: 'deliver', text: 'Here it is.' });
  const due = new Date(app.server.services.clock().getTime() + 5 * SECOND).toISOString();
  await app.write((tx) =>
    tx
      .updateTable('orders')
      .set({ delivery_date: due, starts_on: due.slice(0, 10) })
      .where('id', '=', id)
      .execute(),
  );
  await press(id, 'deliver');
  app.advance(7 * SECOND);
  await upload('second.txt');
  await runClock(app.server.services);
  await after(3);
  const order = await orderOf(asha, id);
  expect(order.orderStatus).toBe('Delivered');
  expect(order.timeline.map(({ kind }: { kind: string }) => kind)).not.toContain('late');
  expect(order.deliveries[0].createdAt < due, 'the promise is kept').toBe(true);
  expect(order.deliveries[0].files).toMatchObject([{ name: 'first.txt' }]);
  expect((await storedOrder(app, id)).delivered_at?.localeCompare(due), 'days begin then').toBe(1);
});

test('rejecting a revision needs a reason that the client reads, and an order that goes on meanwhile comes first', async () => {
  const id = await paidOrder(app, asha);
  await atOnce(id, 'accept');
  await asha.post('/api/v1/gig/order/revision-request', {
    ...{ orderId: id, revisionDescription: 'The logo is too small.' },
  });
  const [revision] = (await seenByOwner(id)).revisions;
  const reject = (reason: string) =>
    owner.write(
      'PATCH',
      `/api/v1/desk/revisions/${revision._id}?undo=true`,
      { status: 'Rejected', reason },
      {},
    );
  expect((await reject(' ')).body).toMatchObject({ field: 'reason' });
  const reason = 'It is as wide as agreed.';
  expect((await reject(reason)).status).toBe(200);
  expect((await undo(id)).body).toMatchObject({ act: 'reject revision', text: reason });
  await reject(reason);
  await press(id, 'deliver');
  expect((await seenByOwner(id)).act, 'the second follows the first').toMatchObject({
    name: 'deliver',
  });
  const { timeline } = await orderOf(asha, id);
  expect(timeline.at(-1).text).toBe(`Revision 1 rejected: ${reason}`);
  const { text } = await app.mail.email(ASHA.email, /^Revision declined/, numberOf(id));
  expect(text).toContain(reason);
  await after(10);
  expect((await orderOf(asha, id)).orderStatus).toBe('Delivered');
});

test('a corrected version begins the seven days anew, spends no revision, and those within an hour are one mail', async () => {
  const id = await paidOrder(app, bela);
  await atOnce(id, 'accept');
  await atOnce(id, 'deliver');
  const first = await orderOf(bela, id);
  const correct = (corrects: number) =>
    atOnce(id, 'deliver', { message: `Better than ${corrects}.`, corrects });
  app.advance(5 * HOUR);
  expect((await correct(1)).status).toBe(200);
  expect((await correct(1)).status, 'pressed twice').toBe(409);
  expect((await correct(2)).status).toBe(200);
  const order = await orderOf(bela, id);
  const longer = Date.parse(order.completesAt) - Date.parse(first.completesAt);
  expect(longer).toBeGreaterThanOrEqual(5 * HOUR);
  expect(order).toMatchObject({
    ...{ orderStatus: 'Delivered', usedRevisions: 0, deliveryDate: first.deliveryDate },
    deliveries: [{ corrects: null }, { corrects: 1 }, { corrects: 1, message: 'Better than 2.' }],
  });
  expect(order.cancellation).toEqual(first.cancellation);
  await app.mail.email(BELA.email, /^Corrected version/, numberOf(id));
  expect(mailsTo(BELA, id, /^Corrected version/)).toHaveLength(1);
  app.advance(2 * HOUR);
  expect((await correct(3)).status).toBe(200);
  await app.mail.email(BELA.email, /^Corrected version/, numberOf(id));
  expect((await correct(4)).body.message).toContain('Three corrections');
  expect((await bela.post('/api/v1/gig/delivery/accept', { orderId: id })).status).toBe(200);
  expect((await correct(4)).status, 'closed').toBe(409);
});
