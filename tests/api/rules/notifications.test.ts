import { expect, test } from 'vitest';
import { NOTIFICATION_TYPES, staysWhenRead } from '../../../api/modules/notifications/rules.ts';

test('once read, all notifications stay but that of a message', () => {
  expect(NOTIFICATION_TYPES.filter(staysWhenRead)).toEqual([
    ...['order', 'payment', 'revision', 'review'],
  ]);
});
