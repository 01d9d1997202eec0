import { MIN_ANSWERS_COUNTED } from './limits.ts';

/** The middle of the times between a first question and its answer; null when there are too few. */
export function usualAnswerMinutes(answers: { asked: string; answered: string }[]): number | null {
  if (answers.length < MIN_ANSWERS_COUNTED) return null;
  const times = answers
    .map(({ asked, answered }) => Date.parse(answered) - Date.parse(asked))
    .sort((a, b) => a - b);
  return Math.ceil((times[Math.floor(times.length / 2)] ?? 0) / 60_000);
}

/** 'in 45 min', 'in 2 h', 'in 3 days', rounded up, so that it promises nothing that is not kept. */
export function answerTimeText(minutes: number): string {
  if (minutes <= 55) return `in ${Math.max(5, Math.ceil(minutes / 5) * 5)} min`;
  const hours = Math.ceil(minutes / 60);
  return hours < 24 ? `in ${hours} h` : `in ${counted(Math.ceil(hours / 24))}`;
}

const counted = (days: number): string => (days === 1 ? '1 day' : `${days} days`);
