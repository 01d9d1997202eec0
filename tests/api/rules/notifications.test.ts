import { expect, test } from 'vitest';
import {
  DEFAULT_PREFERENCE,
  NOTIFICATION_TYPES,
  staysWhenRead,
} from '../../../api/modules/notifications/rules.ts';

test('once read, all notifications stay but that of a message', () => {
  expect(NOTIFICATION_TYPES.filter(staysWhenRead)).toEqual([
    ...['order', 'payment', 'revision', 'review'],
  ]);
});

test('who never chose gets everything, on the site and by mail', () => {
  expect(DEFAULT_PREFERENCE).toEqual({ inApp: true, email: true });
});
