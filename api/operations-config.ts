import { wholeNumber } from './database-config.ts';
import { readLogLevel } from './platform/log.ts';

/** How the process is watched and stopped. */
export interface OperationsConfig {
  /** How long it goes on serving after it was asked to stop, while a proxy notices. */
  stopDelayMs: number;
  logLevel: string;
  /** What `/metrics` asks for; null: there is no `/metrics`. */
  metricsToken: string | null;
}

type Env = Record<string, string | undefined>;

const TOKEN_LEAST = 16;

export function readOperations(env: Env, mistakes: string[]): OperationsConfig {
  const metricsToken = env['METRICS_TOKEN'] ?? null;
  if (metricsToken !== null && metricsToken.length < TOKEN_LEAST) {
    mistakes.push(`METRICS_TOKEN must be ${TOKEN_LEAST} characters or more.`);
  }
  const delay = { text: env['STOP_DELAY'] ?? '0', from: 0, to: 600 };
  return {
    stopDelayMs: 1_000 * wholeNumber('STOP_DELAY', delay, mistakes),
    logLevel: readLogLevel(env['LOG_LEVEL'], mistakes),
    metricsToken,
  };
}
