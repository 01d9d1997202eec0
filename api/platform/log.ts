import type { Log } from './services.ts';

const LINE_MOST = 2_000;

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
