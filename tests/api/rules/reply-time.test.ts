import { expect, test } from 'vitest';
import {
  MIN_REPLIES_COUNTED,
  replyTimeText,
  usualReplyMinutes,
} from '../../../api/modules/chat/reply-time-rules.ts';

const answerAfter = (minutes: number) => ({
  asked: '2026-11-02T08:00:00.000Z',
  answered: new Date(Date.parse('2026-11-02T08:00:00.000Z') + minutes * 60_000).toISOString(),
});

test('the usual answer time is the middle one, and none while few have been answered', () => {
  const times = [3, 90, 61, 700, 4_000].map(answerAfter);
  expect(times).toHaveLength(MIN_REPLIES_COUNTED);
  expect(usualReplyMinutes(times)).toBe(90);
  expect(usualReplyMinutes(times.slice(1))).toBeNull();
});

test('of two in the middle the longer one counts, and a minute that has begun is whole', () => {
  const times = [1, 2, 61.1, 700, 4_000, 5].map(answerAfter);
  expect(usualReplyMinutes(times)).toBe(62);
});

test.each([
  [0, 'in 5 min'],
  [5, 'in 5 min'],
  [7, 'in 10 min'],
  [55, 'in 55 min'],
  [56, 'in 1 h'],
  [61, 'in 2 h'],
  [120, 'in 2 h'],
  [1_380, 'in 23 h'],
  [1_381, 'in 1 day'],
  [1_441, 'in 2 days'],
])('an answer after %i minutes is rounded up to what a person would say: %s', (minutes, text) => {
  expect(replyTimeText(minutes)).toBe(text);
});
