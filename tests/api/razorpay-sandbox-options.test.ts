import { expect, test } from 'vitest';
import { wrongOptions } from '../../api/razorpay-sandbox/checkout/options.ts';

const GOOD = {
  key: 'rzp_test_abcdef123456',
  order_id: 'order_ABCDEFGHIJKLMN',
  amount: 12_500,
  currency: 'INR',
  name: 'VY Studio',
  description: 'Order: a site',
  prefill: { name: 'Asha', email: 'asha@buyers.example', contact: '+91 98765 43210' },
  theme: { color: '#0f766e' },
  handler: () => {},
  modal: { ondismiss: () => {} },
};

test('accepts the options that the provider documents', () => {
  expect(wrongOptions(GOOD)).toEqual([]);
  expect(wrongOptions({ ...GOOD, amount: '12500', retry: { enabled: false } })).toEqual([]);
});

test.each([
  ['theme.color', { theme: { color: 'light-dark(#0f766e, #2dd4bf)' } }],
  ['theme.color', { theme: { color: '' } }],
  ['prefill.contact', { prefill: { ...GOOD.prefill, contact: '' } }],
  ['prefill._id', { prefill: { ...GOOD.prefill, _id: 'u1' } }],
  ['prefill.avatar', { prefill: { ...GOOD.prefill, avatar: { url: '/a.webp' } } }],
  ['amount', { amount: 99 }],
  ['amount', { amount: 100.5 }],
  ['order_id', { order_id: 'order_1' }],
  ['description', { description: '“A” site' }],
  ['description', { description: 'x'.repeat(256) }],
  ['modal.dismiss', { modal: { dismiss: () => {} } }],
  ['colour', { colour: '#0f766e' }],
])('refuses %s in %o', (name, change) => {
  expect(wrongOptions({ ...GOOD, ...change })).toEqual([name]);
});

test('reports missing options by name', () => {
  expect(wrongOptions({})).toEqual(['key', 'order_id', 'amount', 'currency', 'name']);
});
