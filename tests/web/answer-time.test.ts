import { expect, test } from 'vitest';
import { answerTimeText, usualAnswerMinutes } from '../../api/modules/chat/answer-time-rules.ts';
import { MIN_ANSWERS_COUNTED } from '../../api/modules/chat/limits.ts';

const answerAfter = (minutes: number) => ({
  asked: '2026-11-02T08:00:00.000Z',
  answered: new Date(Date.parse('2026-11-02T08:00:00.000Z') + minutes * 60_000).toISOString(),
});

test('the usual answer time is the middle one, and none while few have been answered', () => {
  const times = [3, 90, 61, 700, 4_000].map(answerAfter);
  expect(times).toHaveLength(MIN_ANSWERS_COUNTED);
  expect(usualAnswerMinutes(times)).toBe(90);
  expect(usualAnswerMinutes(times.slice(1))).toBeNull();
});

test('an answer time is rounded up to what a person would say', () => {
  const texts = [1, 7, 55, 56, 61, 120, 1_380, 1_381, 1_441].map(answerTimeText);
  expect(texts).toEqual([
    ...['in 5 min', 'in 10 min', 'in 55 min', 'in 1 h', 'in 2 h', 'in 2 h'],
    ...['in 23 h', 'in 1 day', 'in 2 days'],
  ]);
});
