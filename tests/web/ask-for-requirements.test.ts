import { expect, test } from 'vitest';
import {
  lacksRequirements,
  requestFor,
} from '../../src/features/orders/owner-ask-for-requirements.ts';

type Order = Parameters<typeof requestFor>[0];

const order = (more: object = {}) =>
  ({
    ...{ _id: 'order-1', orderStatus: 'Accepted', requirements: null, deliveries: [] },
    ...{ isQuoted: false, buyer: { name: 'Asha Kulkarni', email: '' }, OrderItems: [] },
    ...more,
  }) as unknown as Order;

test('an accepted order without requirements offers to ask, until something is delivered', () => {
  expect(lacksRequirements(order())).toBe(true);
  for (const more of [
    { requirements: { text: 'Calm.', links: [] } },
    { orderStatus: 'Completed' },
    { deliveries: [{}] },
    // The quote has said what is made.
    { isQuoted: true },
  ])
    expect(lacksRequirements(order(more)), JSON.stringify(more)).toBe(false);
});

test('the prepared message has the questions of the package and leads to the page of the order', () => {
  const page = 'https://shop.example/orders/order-1';
  const plain = requestFor(order(), 'https://shop.example');
  expect(plain).toMatch(/^Hello Asha, to begin/);
  expect(plain).toContain(page);
  const questions = [{ question: 'Which colours?' }, { question: 'Who is it for?' }];
  const asked = requestFor(
    order({ OrderItems: [{ selectedPlan: { questions } }] }),
    'https://shop.example',
  );
  expect(asked.split('\n').slice(1, 3)).toEqual(['1. Which colours?', '2. Who is it for?']);
  expect(asked).toContain(page);
});
