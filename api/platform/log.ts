import { AsyncLocalStorage } from 'node:async_hooks';
import { pino } from 'pino';
import type { Log } from './services.ts';

/** Fields that are added to every log line of a request or job. */
interface LogContext {
  /** The id of a request, a socket event or a run of a job. A mail has the one of its event. */
  requestId?: string | undefined;
  job?: string;
  mail?: string;
}

/** A failure outside of this program: a log line has no stack, because the place in the code says nothing. */
export class OutsideError extends Error {
  get isOutside(): boolean {
    return true;
  }
}

interface Line {
  message: string;
  stack?: string;
}

const MAX_LINE_LENGTH = 2_000;
const MAX_CAUSES = 4;
/** Repetitions of an outside failure in jobs are counted for this long. */
const COUNTED_MS = 60_000;
const MAX_COUNTED = 100;
/**
 * A mail address is one of these with an @ in it. A single pattern for both parts would take quadratic time
 * (ReDoS).
 */
const WORD = /[\w.+@-]+/g;
const FRAME = /^ {4}at .*(:\d+:\d+|\(native\)|<anonymous>)\)?$/;
const contexts = new AsyncLocalStorage<LogContext>();

export const inLogContext = <R>(context: LogContext, work: () => R): R =>
  contexts.run({ ...contexts.getStore(), ...context }, work);

export const currentRequestId = (): string | undefined => contexts.getStore()?.requestId;

/** Logs JSON lines in production. In development plain sentences, without lines for every call. */
export function createLog(
  { production, logLevel }: { production: boolean; logLevel: string },
  print: (line: string) => void,
  now = () => performance.now(),
): Log {
  const outside = countRepetitions(now);
  const logger = pino(
    {
      level: logLevel,
      base: null,
      messageKey: 'message',
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
      // A copy, because pino writes into it.
      mixin: () => ({ ...contexts.getStore() }),
    },
    { write: (line) => (production ? print(line.trimEnd()) : printSentence(line, print)) },
  );
  return {
    info(message, fields = {}) {
      if (production || !('ms' in fields)) logger.info(fields, safeLine(message));
    },
    error(message, error) {
      const isError = error instanceof Error;
      const text = isError ? `${message}: ${error.message}` : message;
      if (error instanceof OutsideError && error.isOutside) {
        const repeated = contexts.getStore()?.job ? outside(error.message) : 0;
        if (repeated === null) return;
        const count = repeated > 0 ? ` (${repeated} more since the line before)` : '';
        logger.error(safeLine(text + count));
        return;
      }
      logger.error(isError ? { stack: stackOf(error) } : {}, safeLine(text));
    },
  };
}

/**
 * Several jobs meet the same failure, again and again. Returns how often it was repeated since its last line; null
 * within a minute of that.
 */
function countRepetitions(now: () => number) {
  const counted = new Map<string, { at: number; more: number }>();
  return (failure: string): number | null => {
    const before = counted.get(failure);
    if (before && now() - before.at < COUNTED_MS) {
      before.more += 1;
      return null;
    }
    if (counted.size >= MAX_COUNTED) counted.clear();
    counted.set(failure, { at: now(), more: 0 });
    return before?.more ?? 0;
  };
}

function printSentence(json: string, print: (line: string) => void): void {
  const { message, stack } = JSON.parse(json) as Line;
  print(stack ? `${message}\n${stack}` : message);
}

export function readLogLevel(level = 'info', errors: string[] = []): string {
  if (level !== 'silent' && !(level in pino.levels.values)) {
    errors.push(`LOG_LEVEL=${level} is not a level: give info, error or silent.`);
  }
  return level;
}

/** The stack of an error and its causes. The first message is left out, because the log line has it. */
export function stackOf(error: Error): string {
  const chain: Error[] = [];
  for (let each: unknown = error; each instanceof Error && chain.length < MAX_CAUSES; ) {
    chain.push(each);
    each = each.cause;
  }
  return chain.map(describe).join('\ncaused by ');
}

function describe(error: Error, at: number): string {
  const stack = error.stack ?? '';
  // A message with line breaks could imitate a stack frame.
  const afterMessage = stack.slice(stack.indexOf(error.message) + error.message.length);
  const frames = afterMessage.split('\n').filter((line) => FRAME.test(line));
  const name = at === 0 ? error.name : `${error.name}: ${safeLine(error.message)}`;
  return [name, ...frames.map(withoutAddresses)].join('\n');
}

/** Removes line breaks and invisible characters, which could forge a log line, and e-mail addresses. */
export const safeLine = (text: string): string =>
  text
    .slice(0, MAX_LINE_LENGTH)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp} ]+/gu, ' ')
    .split(' ')
    .map((word) => (word.indexOf('@') > 0 ? '[address]' : word))
    .join(' ');

const withoutAddresses = (text: string): string =>
  text.replace(WORD, (word) => (word.indexOf('@') > 0 ? '[address]' : word));
