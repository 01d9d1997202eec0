const under = (names: string[]) => names.map((name) => `tests/api/${name}.test.ts`);

/** Also run on PostgreSQL by `npm test`: where the engines differ most, and what races. */
const SHARE = [
  ...under([
    'orders',
    'revisions',
    'reviews',
    'chat',
    'notifications',
    'admin-search',
    'postgres',
    'move',
  ]),
  'tests/faults/races.test.ts',
  'tests/faults/*.postgres.test.ts',
];

/** About SQLite's own file, or without a database. */
const NOT_ON_POSTGRES = under([
  'backup',
  'checkout-options',
  'config',
  'events',
  'full-disk',
  'leases',
  'logs',
  'money-rules',
  'outbox',
  'page-content',
  'razorpay-keys',
  'razorpay-sandbox',
  'razorpay-sandbox-faults',
  'site',
  'static-host',
  'store',
  'transaction',
]);

/** The test files for PostgreSQL: a share, or with TEST_POSTGRES=all everything that goes through a database. */
export const POSTGRES_TESTS =
  process.env['TEST_POSTGRES'] === 'all'
    ? { include: ['tests/api/*.test.ts', ...SHARE], exclude: NOT_ON_POSTGRES }
    : { include: SHARE };
