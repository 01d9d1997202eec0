import { existsSync } from 'node:fs';

/** Throws for a missing file, so that a list is updated when one is renamed. */
export const testsIn = (folder: string, names: string[]): string[] =>
  names.map((name) => {
    const file = `tests/${folder}/${name}.test.ts`;
    if (existsSync(new URL(`../../${file}`, import.meta.url))) return file;
    throw new Error(`${file} is in a list in tests/support and does not exist.`);
  });

/** The files of `api/` that run on PostgreSQL each time: payments, and code where the engines differ most. */
const SHARE = testsIn('api', [
  'cancellation',
  'chat',
  'clients',
  'file-store',
  'hidden-characters',
  'instalments',
  'late-payments',
  'leases',
  'migrations',
  'copy-database',
  'order-status',
  'outbox',
  'postgres',
  'quotes',
  'reconciliation',
  'receipts',
  'refunds',
  'undo',
  'uploads',
  'webhook-events',
]);

/** Two processes on one database, and what only PostgreSQL can do; a browser buys behind a proxy. */
const ALWAYS = [
  'tests/faults/{races,quote-races,change-races,account-races,two-processes}.test.ts',
  'tests/**/*.postgres.test.ts',
];

/** Buying in a browser, and processes that are killed or share a data folder. */
const BOTH_ENGINES = [
  'tests/e2e/purchase.test.ts',
  'tests/faults/{kill-during-purchase,file-store-kills}.test.ts',
];

/** Tests of SQLite's own file, with the app in process, or without a database. */
const NOT_ON_POSTGRES = testsIn('api', [
  'amount-in-words',
  'automatic-publishing',
  'automatic-refunds',
  'availability',
  'calendar-month',
  'backup',
  'billing-histories',
  'cancellation-histories',
  'config',
  'currencies',
  'database',
  'database-fixtures',
  'doctor',
  'events',
  'incremental-publish',
  'logs',
  'page-content',
  'personal-data',
  'scheduled-backups',
  'razorpay-sandbox',
  'razorpay-sandbox-dialog',
  'razorpay-sandbox-faults',
  'razorpay-sandbox-options',
  'order-clock',
  'overpayments',
  'refund-requests',
  'refunds-at-provider',
  'session-expiry',
  'device-sessions',
  'settle-payment',
  'static-host',
  'tax-deducted',
  'tax-stories',
  'transaction',
  'verify-checkout-result',
]);

/**
 * The test files for PostgreSQL: everything that goes through a database, or a share beside a run on SQLite.
 */
export const postgresTests = ({ all }: { all: boolean }) =>
  all
    ? { include: ['tests/api/*.test.ts', ...BOTH_ENGINES, ...ALWAYS], exclude: NOT_ON_POSTGRES }
    : { include: [...SHARE, ...ALWAYS] };
