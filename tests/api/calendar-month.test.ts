import { afterAll, beforeAll, expect, test } from 'vitest';
import { TOO_FAR, TOO_LONG } from '../../api/modules/catalog/availability/days-off-rules.ts';
import { storeSetting } from '../../db/settings.ts';
import type { Person } from '../support/http-client.ts';
import { type InProcessApp, startInProcessApp } from '../support/in-process-app.ts';
import { insertBuyer, ownerOf, paidOrder, WEBSITE } from '../support/people.ts';

const AVAILABILITY = '/api/v1/desk/availability';
// The evening of the 9th in UTC is the 10th in the shop.
const NOW = new Date('2027-06-09T19:00:00Z');

let app: InProcessApp;
let owner: Person;
let asha: Person;
beforeAll(async () => {
  app = await startInProcessApp(() => NOW);
  owner = await ownerOf(app);
  asha = (await insertBuyer(app)).person;
});
afterAll(() => app.close());

const saved = async (values: object) => {
  const { body } = await owner.get(AVAILABILITY);
  const answer = await owner.put(AVAILABILITY, { ...body.availability, ...values });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
};

test('the month shows what the promised dates are computed from: places, work, what is due, in the shop’s days', async () => {
  await saved({ capacity: 2, timeOff: [], holidays: [] });
  const month = async (name = '') =>
    (await owner.get(`/api/v1/desk/calendar${name && `?month=${name}`}`)).body;
  const { startsOn, deliverBy } = (await app.visitor().get(`/api/v1/gig/availability/${WEBSITE}`))
    .body.plans[0];
  const orderId = await paidOrder(app, asha, { startsOn });
  await saved({
    timeOff: [{ from: '2027-06-28', to: '2027-06-29' }],
    holidays: [{ day: '2027-06-15', name: 'A feast' }],
    confirmed: true,
  });
  const shown = await month();
  expect(shown).toMatchObject({ month: '2027-06', today: '2027-06-10', capacity: 2 });
  expect(shown.days).toHaveLength(30);
  const on = (day: string) => shown.days.find((each: { day: string }) => each.day === day);
  expect(on('2027-06-09').taken, 'what has been is not counted').toBeNull();
  expect([on('2027-06-10').taken, on(startsOn).taken]).toEqual([0, 1]);
  expect(on('2027-06-15').holiday).toBe('A feast');
  expect([on('2027-06-28').isTimeOff, on('2027-06-12').isWorking]).toEqual([true, false]);
  const due = deliverBy.slice(0, 7);
  expect((await month(due)).orders).toContainEqual(
    expect.objectContaining({ orderId, dueOn: deliverBy, work: { from: startsOn, to: deliverBy } }),
  );
  const pay_by = '2027-06-20T19:00:00.000Z';
  await app.write(async (tx) => {
    await tx
      .updateTable('instalments')
      .set({ payment_id: null, pay_by })
      .where('order_id', '=', orderId)
      .execute();
    await tx
      .updateTable('orders')
      .set({ total: 200, paid: 100 })
      .where('id', '=', orderId)
      .execute();
  });
  expect((await month('2027-06')).parts).toMatchObject([{ orderId, dueOn: '2027-06-21' }]);
  expect((await month('2027-07')).parts).toEqual([]);
  expect((await month('1900-01')).month, 'no month of ours').toBe('2027-06');
});

test('days off are near: one of 1900, one that ends before it begins and ten years are refused in a sentence', async () => {
  const { availability: now } = (await owner.get(AVAILABILITY)).body;
  const refused = async (values: object) => {
    const { status, body } = await owner.put(AVAILABILITY, { ...now, ...values });
    return [status, body.field.split('.').at(-1), body.message];
  };
  expect(await refused({ holidays: [{ day: '1900-01-26', name: 'Long ago' }] })).toEqual([
    400,
    'day',
    TOO_FAR,
  ]);
  const off = (from: string, to: string) => ({ timeOff: [{ from, to }] });
  expect(await refused(off('2027-07-09', '2027-07-01'))).toEqual([
    ...[400, 'to', 'The last day is before the first.'],
  ]);
  expect(await refused(off('2027-07-01', '2037-07-01'))).toEqual([400, 'to', TOO_LONG]);
  expect(await refused(off('2040-07-01', '2040-07-02'))).toEqual([400, 'from', TOO_FAR]);
  // What was stored before there was a limit stays readable, and in the way of nothing.
  const holidays = [{ day: '1999-01-26', name: 'Old' }];
  await app.write((tx) => storeSetting(tx, 'availability', JSON.stringify({ ...now, holidays })));
  await saved({ timeOff: [{ from: '2027-07-01', to: '2027-07-02' }], confirmed: true });
  expect((await owner.get(AVAILABILITY)).body.availability.holidays).toEqual(holidays);
});
