import { MINUTE, SECOND } from '../clock.ts';
import { TEMPORARY_CODES } from './rules.ts';

const FIRST_WAIT = 15 * SECOND;
/** The longest time between two tries, in milliseconds. */
export const MAX_WAIT = 60 * MINUTE;
/** A code is valid for ten minutes, so its retries must not wait an hour. */
const MAX_WAIT_OF_CODES = MINUTE;

/** The milliseconds until a mail that failed after so many earlier tries is sent again. */
export const retryWait = (kind: string, tries: number): number =>
  Math.min(TEMPORARY_CODES.includes(kind) ? MAX_WAIT_OF_CODES : MAX_WAIT, FIRST_WAIT * 2 ** tries);

/** Whether the server rejected this mail for good: it is not tried again. Errors before RCPT TO may be temporary. */
export const isRefused = (error: unknown): boolean => {
  const { permanent, command } = error as { permanent?: boolean; command?: string };
  return permanent === true && (command === 'RCPT TO' || command === 'DATA');
};
