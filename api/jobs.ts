import { CLEAN_UP_EVERY, deleteExpiredRows } from './modules/accounts/delete-expired-rows.ts';
import { completeUnansweredDeliveries } from './modules/orders/complete-unanswered-deliveries.ts';
import { remindOfDisputes } from './modules/payments/disputes/remind-of-disputes.ts';
import { RECONCILE_EVERY, type Reconciler } from './modules/payments/reconcile.ts';
import { remindOfInstalments } from './modules/payments/remind-of-instalments.ts';
import { expireQuotes } from './modules/quotes/expire-quotes.ts';
import { makeScheduledBackup } from './platform/backups/scheduled-backups.ts';
import { HOUR } from './platform/clock.ts';
import type { Job } from './platform/jobs/scheduled-job.ts';
import type { Services } from './platform/services.ts';

/** The scheduled jobs of the app and their intervals. */
export const jobsOf = (services: Services, reconciler: Reconciler): Job[] => {
  // The reconciler runs first. After downtime or a restored backup, payments that the provider has may be
  // missing here, and would otherwise count as unpaid. While the provider does not answer, nothing is done.
  const afterAsking = (work: (services: Services, askedAt: Date) => Promise<void>) => async () => {
    const askedAt = await reconciler.run();
    if (askedAt) await work(services, askedAt);
  };
  return [
    { name: 'clean-up', every: CLEAN_UP_EVERY, work: () => deleteExpiredRows(services) },
    hourly('backup', () => makeScheduledBackup(services)),
    hourly('completion', afterAsking(completeUnansweredDeliveries)),
    hourly('dispute reminders', () => remindOfDisputes(services)),
    hourly('quotes', afterAsking(expireQuotes)),
    hourly('reminders', afterAsking(remindOfInstalments)),
    {
      name: 'reconciliation',
      every: RECONCILE_EVERY,
      atStart: true,
      work: async () => void (await reconciler.run()),
    },
  ];
};

const hourly = (name: string, work: () => Promise<void>): Job => ({
  ...{ name, work },
  every: HOUR,
  atStart: true,
});
