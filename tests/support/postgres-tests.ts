const under = (names: string[]) => names.map((name) => `tests/api/${name}.test.ts`);

/** What of `api/` also runs on PostgreSQL each time: where the engines differ most, and the money. */
const SHARE = under([
  'cancellation',
  'chat',
  'disputes',
  'instalments',
  'leases',
  'money',
  'money-permutations',
  'move',
  'orders',
  'outbox',
  'payments',
  'placing',
  'postgres',
  'quotes',
  'receipts',
  'refunds',
  'settlement',
]);

/** Buying in a browser, two processes on one database, and what only PostgreSQL can do. */
const ALWAYS = [
  'tests/e2e/purchase.test.ts',
  'tests/faults/{races,quote-races,account-races,pay-instalments-races}.test.ts',
  'tests/**/*.postgres.test.ts',
];

/** Processes that are killed, or share a data folder. */
const KILLED = ['tests/faults/{kill,live-kill,two-processes}.test.ts'];

/** About SQLite's own file, or without a database. */
const NOT_ON_POSTGRES = under([
  'automatic-publishing',
  'backup',
  'checkout-options',
  'client-address',
  'cancellation-rules',
  'config',
  'events',
  'full-disk',
  'incremental-publish',
  'logs',
  'money-rules',
  'page-content',
  'scheduled-backups',
  'razorpay-sandbox',
  'razorpay-sandbox-faults',
  'static-host',
  'store',
  'transaction',
]);

/** The test files for PostgreSQL: everything that goes through a database, or a share beside a run on SQLite. */
export const postgresTests = ({ all }: { all: boolean }) =>
  all
    ? { include: ['tests/api/*.test.ts', ...KILLED, ...ALWAYS], exclude: NOT_ON_POSTGRES }
    : { include: [...SHARE, ...ALWAYS] };
