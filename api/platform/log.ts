import { pino } from 'pino';
import type { Log } from './services.ts';

const LINE_MOST = 2_000;

/** Logs JSON lines in production and plain sentences in development. */
export function createLog(
  { production, logLevel }: { production: boolean; logLevel: string },
  print: (line: string) => void,
): Log {
  const toText = (line: string): string =>
    production ? line.trimEnd() : (JSON.parse(line) as { message: string }).message;
  const logger = pino(
    {
      level: logLevel,
      base: null,
      messageKey: 'message',
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
    },
    { write: (line) => print(toText(line)) },
  );
  return safeLog({
    info: (message) => logger.info(message),
    error: (message) => logger.error(message),
  });
}

export function readLogLevel(level = 'info', mistakes: string[] = []): string {
  if (level !== 'silent' && !(level in pino.levels.values)) {
    mistakes.push(`LOG_LEVEL=${level} is not a level: give info, error or silent.`);
  }
  return level;
}

/** Logs one line per event and removes e-mail addresses from it. */
export function safeLog(out: Log): Log {
  return {
    info: (message) => out.info(safeLine(message)),
    error: (message, error) =>
      out.error(safeLine(error instanceof Error ? `${message}: ${error.message}` : message)),
  };
}

/** Line breaks and invisible characters could forge a second log line. */
export const safeLine = (text: string): string =>
  text
    .slice(0, LINE_MOST)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp} ]+/gu, ' ')
    .split(' ')
    .map((word) => (word.includes('@') ? '[address]' : word))
    .join(' ');
