export const MIN_REPLIES_COUNTED = 5;

/** The median time from a first question to its reply, in minutes; null if there are too few replies. */
export function usualReplyMinutes(replies: { asked: string; answered: string }[]): number | null {
  if (replies.length < MIN_REPLIES_COUNTED) return null;
  const times = replies
    .map(({ asked, answered }) => Date.parse(answered) - Date.parse(asked))
    .sort((a, b) => a - b);
  return Math.ceil((times[Math.floor(times.length / 2)] ?? 0) / 60_000);
}

/**
 * Formats a reply time: 'in 45 min', 'in 2 h', 'in 3 days'. Rounded up, so that it does not promise too
 * much.
 */
export function replyTimeText(minutes: number): string {
  if (minutes <= 55) return `in ${Math.max(5, Math.ceil(minutes / 5) * 5)} min`;
  const hours = Math.ceil(minutes / 60);
  return hours < 24 ? `in ${hours} h` : `in ${counted(Math.ceil(hours / 24))}`;
}

const counted = (days: number): string => (days === 1 ? '1 day' : `${days} days`);
