import { expect, test } from 'vitest';
import type { OrderPageDto } from '../../api/modules/buyer-pages/order-page.ts';
import { nextStepOf, upcomingSteps } from '../../src/features/orders/next-step.ts';

const NOW = new Date('2026-06-01T10:00:00.000Z');

interface Given extends Partial<OrderPageDto> {
  due?: number;
  requirements?: boolean;
}

function order({ due = 0, requirements = false, ...more }: Given): OrderPageDto {
  const amounts = { dueAmount: due, totalAmount: due, paidAmount: 0, refundedAmount: 0 };
  const payment = { ...amounts, paymentStatus: 'Paid' };
  return {
    orderStatus: 'In Progress',
    deliveryDate: '2026-06-08T10:00:00.000Z',
    completesAt: null,
    paymentInfo: payment as OrderPageDto['paymentInfo'],
    parts: [{}],
    timeline: requirements ? [{ _id: '1', kind: 'requirements', text: '', at: '' }] : [],
    ...more,
  } as OrderPageDto;
}

const stepOf = (given: Given) => nextStepOf(order(given), NOW);
const aheadOf = (given: Given) => upcomingSteps(order(given)).map(({ name }) => name);

test('an unpaid order waits for the buyer’s payment', () => {
  const step = stepOf({ orderStatus: 'Awaiting payment', due: 500, deliveryDate: null });
  expect(step).toMatchObject({ turn: 'buyer', action: 'pay' });
  expect(aheadOf({ orderStatus: 'Awaiting payment', due: 500 })).toEqual([
    ...['Paid', 'Accepted', 'Delivered', 'Yours'],
  ]);
});

test('an order of a quote that has lapsed asks for no payment', () => {
  const given: Given = { orderStatus: 'Lapsed', due: 0, deliveryDate: null };
  const step = stepOf(given);
  expect(step).toMatchObject({ turn: null, action: null, title: 'The offer has lapsed' });
  expect(step.note).toMatch(/^It was not paid in time/);
  const parts = [{}, {}] as OrderPageDto['parts'];
  expect(stepOf({ ...given, parts }).note).toMatch(/^Its first part was not paid in time/);
  expect(aheadOf({ orderStatus: 'Lapsed' })).toEqual([]);
});

test('a paid order waits for the requirements, then for the seller until the delivery date', () => {
  expect(stepOf({})).toMatchObject({ turn: 'buyer', action: 'requirements' });
  const sent = stepOf({ requirements: true });
  expect(sent).toMatchObject({ turn: 'seller', action: null });
  expect(sent.note).toContain('Delivery is planned for 8 Jun 2026.');
  expect(aheadOf({})).toEqual(['Accepted', 'Delivered', 'Yours']);
});

test('an open remainder is the next action while the seller works', () => {
  const step = stepOf({ orderStatus: 'Accepted', due: 7500 });
  expect(step).toMatchObject({ turn: 'seller', action: 'pay' });
  expect(step.note).toContain('₹7,500 is still to pay.');
});

test('a delivery date that has passed is not promised again', () => {
  const { note } = stepOf({ orderStatus: 'Accepted', deliveryDate: '2026-05-30T10:00:00.000Z' });
  expect(note).toContain('was planned for 30 May 2026');
});

test('a delivery waits for the buyer until the day on which the order completes by itself', () => {
  const completesAt = '2026-06-15T10:00:00.000Z';
  const step = stepOf({ orderStatus: 'Delivered', completesAt, due: 7500 });
  expect(step).toMatchObject({ turn: 'buyer', action: 'accept' });
  expect(step.note).toContain('15 Jun 2026');
  expect(upcomingSteps(order({ orderStatus: 'Delivered', completesAt }))).toEqual([
    { name: 'Yours', by: completesAt },
  ]);
});

test('during a revision the seller moves next, and the delivery can still be accepted', () => {
  const step = stepOf({ orderStatus: 'Delivered', completesAt: null });
  expect(step).toMatchObject({ turn: 'seller', action: 'accept' });
});

test('after the end nobody has to move, unless money is still due', () => {
  expect(stepOf({ orderStatus: 'Completed' })).toMatchObject({ turn: null, action: null });
  expect(stepOf({ orderStatus: 'Completed', due: 9 })).toMatchObject({ action: 'pay' });
  for (const orderStatus of ['Rejected', 'Refunded'] as const) {
    expect(stepOf({ orderStatus }), orderStatus).toMatchObject({ turn: null, action: null });
    expect(aheadOf({ orderStatus }), orderStatus).toEqual([]);
  }
  expect(aheadOf({ orderStatus: 'Completed' })).toEqual([]);
});
