import { testsIn } from './postgres-tests.ts';

/**
 * What only `npm test -- --all` runs, because it repeats: kills and restarts, random days, a second engine or browser,
 * deployments, races of many processes, and journeys whose steps other tests take, too.
 */
export const REPEATED = [
  ...testsIn('simulation', ['calendar-year', 'hostile-input', 'interleavings/interleavings']),
  ...testsIn('faults', [
    ...['races', 'account-races', 'change-races', 'quote-races', 'two-processes'],
    ...['kill-during-mail', 'kill-during-purchase', 'stop', 'deployment', 'upgrade'],
    ...['publish-automatically', 'publish-releases', 'publish-removed-data', 'publish-reviews'],
    'publish-versions',
  ]),
  ...testsIn('api', [
    ...['billing-histories', 'cancellation-histories', 'copy-database', 'doctor'],
    ...['incremental-publish', 'scheduled-backups', 'socket-limits'],
  ]),
  ...testsIn('e2e', [
    ...['chat-long', 'chat-slow', 'checkout', 'currencies', 'dashboard-terms', 'firefox'],
    ...['forbidden-storage', 'form-drafts', 'pay-instalments', 'payment-callback'],
    ...['purchase-click-count', 'quote-click-count'],
  ]),
];

/** Of PostgreSQL the rest is enough that the app runs on it, alone and as several processes. */
export const ON_POSTGRES_ONCE = [
  ...testsIn('api', ['postgres']),
  ...testsIn('faults', ['several-processes.postgres']),
];
