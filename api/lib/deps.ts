import type { Store } from '../../db/connect.ts';
import type { Outbox } from '../mail/outbox.ts';
import type { Provider } from '../payments/provider.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';

/** What the app is built from; wired in server.ts and in the tests' world. */
export interface Deps {
  config: Config;
  store: Store;
  clock: Clock;
  outbox: Outbox;
  provider: Provider;
  log: Log;
}

/** One line an event; never a body, a code or a token. */
export interface Log {
  info(message: string): void;
  error(message: string, error?: unknown): void;
}
