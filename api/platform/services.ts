import type { Database, Db } from '../../db/database.ts';
import type { FileStore } from '../../db/files/file-store.ts';
import type { User } from '../../db/schema.ts';
import type { TransactionServices } from '../../db/transaction.ts';
import type { Config } from '../config.ts';
import type { RequestAudit } from './audit/request-audit-line.ts';
import type { Clock } from './clock.ts';
import type { Encryption } from './encryption.ts';
import type { Subscriptions } from './events.ts';
import type { InstallationChecks } from './installation-checks.ts';
import type { Background } from './jobs/background.ts';
import type { Outbox } from './mail/outbox.ts';
import type { Metrics } from './metrics.ts';
import type { Provider } from './payment-provider/client.ts';
import type { PersonalData } from './personal-data.ts';
import type { Limits } from './rate-limiting/rate-limiter.ts';
import type { Realtime } from './realtime/realtime.ts';

/** What the shop is called, as last saved. */
export interface Brand {
  studio: string;
  /** The person who signs. */
  seller: string;
  /** #rrggbb for each theme. */
  accent: { light: string; dark: string };
  /** The letters with which numbers of receipts begin. */
  series: string;
  /** Of the legal pages; the address is '' until the owner has given it. */
  legal: { name: string; address: string };
}

/** The dependencies of requests and jobs; created in start-app.ts. */
export interface Services {
  config: Config;
  store: Database;
  files: FileStore;
  clock: Clock;
  outbox: Outbox;
  readBrand: (db: Db) => Promise<Brand>;
  /** Encrypts the secrets of second factors. */
  encryption: Encryption;
  provider: Provider;
  log: Log;
  /** Undefined without METRICS_TOKEN. */
  metrics?: Metrics | undefined;
  limits: Limits;
  installationChecks: InstallationChecks;
  background: Background;
  realtime: Realtime;
  /** The subscribers of each domain event: the table in api/subscriptions.ts. */
  subscriptions: Subscriptions;
  publisher: {
    /** Shows today's reviews on the published pages, without publishing anything of the owner's. */
    refreshPages(): Promise<void>;
    /** Publishes saved changes if the owner has enabled automatic publishing. */
    changed(): void;
  };
  /** The personal data of each module, for export and erasure. */
  personalData: PersonalData[];
  /** Whose request this is: the person, also an assistant, whose notices to others are limited; undefined in jobs. */
  actor?: Pick<User, 'id' | 'role' | 'assistant_since'> | undefined;
  /** The audit line of the current request; undefined in jobs and reads. */
  audit?: RequestAudit;
  aroundTransaction?: TransactionServices['aroundTransaction'];
}

/** The sockets to close: of one session (its token's hash), or of a person except one session. */
export type SessionEnd = { session: string } | { userId: string; butSession?: string | undefined };

/** Logs one line per event; never a request body, a code or a token. */
export interface Log {
  /** With `ms`, the duration of a call, the line is only logged in production. */
  info(message: string, fields?: Record<string, string | number>): void;
  error(message: string, error?: unknown): void;
}
