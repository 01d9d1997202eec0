import { expect, test, vi } from 'vitest';
import { orderNumber } from '../../../api/modules/orders/order-number-rules.ts';
import {
  AWAITING_PAYMENT,
  canSplit,
  daysAfter,
  isHttpsLink,
  isOpen,
  isToBeDelivered,
  isWhollyRefunded,
  type PaymentStatus,
  paymentStatusOf,
  reasonNothingDue,
  type ShownStatus,
  shownPaymentStatus,
  takesRequirements,
  totalOf,
} from '../../../api/modules/orders/rules.ts';
import {
  ORDER_CANCELLED,
  ORDER_REFUNDED,
  ORDER_REJECTED,
} from '../../../api/modules/orders/texts.ts';
import { maskPaymentId } from '../../../api/platform/payment-provider/mask-payment-id.ts';
import fc from '../../support/fast-check.ts';

const SHOWN: ShownStatus[] = [
  ...['In Progress', 'Accepted', 'Delivered', 'Completed', 'Rejected'],
  ...['Cancelled', 'Refunded', AWAITING_PAYMENT],
] as ShownStatus[];
const AT = '2026-11-22T10:00:00.000Z';
const UNPAID = { paid: 0, balance: 0 };
const PAID = { paid: 5_000, balance: 5_000 };
const PARTLY_BACK = { paid: 5_000, balance: 1 };
const ALL_BACK = { paid: 5_000, balance: 0 };

test('somebody has to do something while an order is in progress, accepted or delivered', () => {
  expect(SHOWN.filter(isOpen)).toEqual(['In Progress', 'Accepted', 'Delivered']);
});

test('a total is the plan and each extra as often as it was chosen', () => {
  expect(totalOf({ price: 500 }, [])).toBe(500);
  const extras = [
    { price: 30, quantity: 2 },
    { price: 7, quantity: 1 },
  ];
  expect(totalOf({ price: 500 }, extras)).toBe(567);
});

test('the number of an order is the last six characters of its id, in capitals', () => {
  expect(orderNumber('0199-abc-1f2e3d')).toBe('1F2E3D');
});

test('a delivery date is a number of whole days after the payment, also across a daylight-saving change', () => {
  vi.stubEnv('TZ', 'America/New_York');
  expect(daysAfter('2026-10-30T12:00:00.000Z', 5)).toBe('2026-11-04T12:00:00.000Z');
  vi.unstubAllEnvs();
});

test('requirements are taken while an order is open and holds money', () => {
  const takes = (paidAmount: number) =>
    SHOWN.filter((orderStatus) => takesRequirements({ orderStatus, paymentInfo: { paidAmount } }));
  expect(takes(1)).toEqual(['In Progress', 'Accepted', 'Delivered']);
  expect(takes(0)).toEqual([]);
});

test('a delivery date is shown unless nothing will be delivered', () => {
  expect(SHOWN.filter((orderStatus) => !isToBeDelivered({ orderStatus }))).toEqual([
    ...['Rejected', 'Cancelled', 'Refunded'],
  ]);
});

test('accepts only plain https links', () => {
  const good = ['https://example.com', 'https://docs.example.com/a?b#c'];
  const bad = [
    ...['http://example.com', 'javascript:alert(1)', 'https://localhost', 'example.com', ''],
    ...['https://name:password@example.com', 'https://name@example.com', 'https://:pw@example.com'],
  ];
  expect([...good, ...bad].filter(isHttpsLink)).toEqual(good);
});

test('two instalments need one rupee each', () => {
  expect([100, 199, 200, 201].map(canSplit)).toEqual([false, false, true, true]);
});

test.each([
  [0, null, 'Pending'],
  [0, AT, 'Failed'],
  [1, null, 'Partially Paid'],
  [499, AT, 'Partially Paid'],
  [500, null, 'Paid'],
  [500, AT, 'Paid'],
])('an order of 500 with %i paid, failed at %s, is %s', (paid, failed_at, status) => {
  expect(paymentStatusOf({ paid, tax_deducted: 0, total: 500, failed_at })).toBe(status);
});

test('only an order that was paid can be wholly refunded', () => {
  expect([UNPAID, PAID, PARTLY_BACK, ALL_BACK].filter(isWhollyRefunded)).toEqual([ALL_BACK]);
});

test.each([
  ['Accepted', PAID, null, null],
  ['In Progress', UNPAID, null, null],
  ['Accepted', PARTLY_BACK, null, null],
  ['Accepted', ALL_BACK, null, ORDER_REFUNDED],
  ['Rejected', ALL_BACK, null, ORDER_REJECTED],
  ['Rejected', PAID, AT, ORDER_CANCELLED],
])(
  'an order that is %s with %o takes money unless it is over',
  (status, money, cancelled_at, why) => {
    expect(reasonNothingDue({ status, ...money, cancelled_at })).toBe(why);
  },
);

test('a payment is shown by its last four characters', () => {
  expect(maskPaymentId('pay_ABCDEFGHIJKLMN')).toBe('pay_••••••••••KLMN');
});

test('a total is whole paise when its prices are', () => {
  const price = fc.integer({ min: 100, max: 10 ** 8 });
  const extras = fc.array(fc.record({ price, quantity: fc.integer({ min: 1, max: 50 }) }));
  fc.assert(
    fc.property(fc.record({ price }), extras, (plan, chosen) =>
      Number.isSafeInteger(totalOf(plan, chosen)),
    ),
  );
});

test.each<[ShownStatus, PaymentStatus, number, number, number, string]>([
  ['In Progress', 'Partially Paid', 50, 0, 0, 'Partially Paid'],
  ['Awaiting payment', 'Failed', 0, 0, 0, 'Failed'],
  ['Cancelled', 'Partially Paid', 50, 25, 0, 'Partly Refunded'],
  ['Cancelled', 'Partially Paid', 50, 0, 0, 'Not Refunded'],
  ['Rejected', 'Partially Paid', 50, 50, 0, 'Refunded'],
  ['Refunded', 'Paid', 50, 20, 30, 'Refunded'],
  ['Lapsed', 'Pending', 0, 0, 0, 'Nothing Paid'],
])(
  'the payments of an order that is %s read as what was given back, if it is closed',
  (orderStatus, paymentStatus, paidAmount, refundedAmount, lostAmount, shown) => {
    const paymentInfo = { paymentStatus, paidAmount, refundedAmount, lostAmount };
    expect(shownPaymentStatus({ orderStatus, paymentInfo })).toBe(shown);
  },
);
