import type { Database } from '../../db/database.ts';
import type { TransactionServices } from '../../db/transaction.ts';
import type { Config } from '../config.ts';
import type { RequestAudit } from './audit/request-audit-line.ts';
import type { Clock } from './clock.ts';
import type { Encryption } from './encryption.ts';
import type { Subscriptions } from './events.ts';
import type { Background } from './jobs/background.ts';
import type { Limits } from './limits/rate-limiter.ts';
import type { Outbox } from './mail/outbox.ts';
import type { Metrics } from './metrics.ts';
import type { Provider } from './payment-provider.ts';
import type { PersonalData } from './personal-data.ts';
import type { Realtime } from './realtime/realtime.ts';

/** What requests and jobs work with; made in start-app.ts. */
export interface Services {
  config: Config;
  store: Database;
  clock: Clock;
  outbox: Outbox;
  /** For secrets of second factors. */
  encryption: Encryption;
  provider: Provider;
  log: Log;
  /** Absent without METRICS_TOKEN. */
  metrics?: Metrics | undefined;
  limits: Limits;
  background: Background;
  realtime: Realtime;
  /** What follows from each domain event: the table of api/subscriptions.ts. */
  subscriptions: Subscriptions;
  publisher: {
    /** Publishes again when the site shows the name of a deleted account. */
    refresh(): void;
    /** Publishes what was saved, if the owner has switched that on. */
    changed(): void;
  };
  /** What each module stores about a person, for their export and erasure. */
  personalData: PersonalData[];
  /** The audit log's line of the request that is served; absent in jobs and reads. */
  audit?: RequestAudit;
  aroundTransaction?: TransactionServices['aroundTransaction'];
}

/** Whose sockets close: those of one session (its token's hash), or of a person except one session. */
export type SessionEnd = { session: string } | { userId: string; butSession?: string | undefined };

/** One line per event; never a request body, a code or a token. */
export interface Log {
  /** With `ms`, how long a call took, it is a line of production alone. */
  info(message: string, fields?: Record<string, string | number>): void;
  error(message: string, error?: unknown): void;
}
