import { expect, test } from 'vitest';
import {
  closedFor,
  NO_REVISIONS_LEFT,
  NOT_PAID_YET,
  PREVIOUS_STATUS,
  reasonNoRevision,
} from '../../../api/modules/orders/revisions/rules.ts';
import { AWAITING_PAYMENT, type ShownStatus } from '../../../api/modules/orders/rules.ts';

test.each<[ShownStatus, string | null]>([
  ['In Progress', null],
  ['Accepted', null],
  ['Delivered', null],
  ['Completed', closedFor('Completed')],
  ['Rejected', closedFor('Rejected')],
  ['Cancelled', closedFor('Cancelled')],
  ['Refunded', closedFor('Refunded')],
  [AWAITING_PAYMENT, NOT_PAID_YET],
])('an order that is %s takes a revision, or says why not', (orderStatus, reason) => {
  const order = { orderStatus, paidAmount: 1, usedRevisions: 1, maxRevisions: 2 };
  expect(reasonNoRevision(order)).toBe(reason);
});

test('no revision without money, and none beyond those agreed', () => {
  const order = { orderStatus: 'Accepted', paidAmount: 1, maxRevisions: 2 } as const;
  expect(reasonNoRevision({ ...order, usedRevisions: 2 })).toBe(NO_REVISIONS_LEFT);
  expect(reasonNoRevision({ ...order, usedRevisions: 3 })).toBe(NO_REVISIONS_LEFT);
  expect(reasonNoRevision({ ...order, paidAmount: 0, usedRevisions: 0 })).toBe(NOT_PAID_YET);
});

test('a request is approved or rejected once, and completed once it is approved', () => {
  expect(PREVIOUS_STATUS).toEqual({
    Approved: 'Pending',
    Rejected: 'Pending',
    Completed: 'Approved',
  });
});
