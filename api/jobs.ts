import { sweepFiles, sweepUnknownFiles } from '../db/files/stored-files.ts';
import { CLEAN_UP_EVERY, deleteExpiredRows } from './modules/accounts/delete-expired-rows.ts';
import { CHECK_EVERY } from './modules/dashboard/doctor/run-doctor.ts';
import { carryOutActs } from './modules/deliveries/delayed-acts.ts';
import { deleteOldUploads } from './modules/deliveries/uploads.ts';
import { forgetUnprovedAnswers } from './modules/mail-replies/take-answer.ts';
import { runClock } from './modules/orders/clock/clock.ts';
import { remindOfDisputes } from './modules/payments/disputes/remind-of-disputes.ts';
import { completeUnansweredDeliveries } from './modules/payments/order-changes/complete-unanswered-deliveries.ts';
import { RECONCILE_EVERY, type Reconciler } from './modules/payments/reconcile.ts';
import { remindOfInstalments } from './modules/payments/remind-of-instalments.ts';
import { EXPIRE_EVERY, expireQuotes } from './modules/quotes/expire-quotes.ts';
import { countNewDay } from './modules/site/publish/change-counters.ts';
import { sumMonths } from './modules/visits/sum-months.ts';
import { makeScheduledBackup } from './platform/backups/scheduled-backups.ts';
import { DAY, HOUR, MINUTE, SECOND } from './platform/clock.ts';
import { checkFiles } from './platform/files/check-files.ts';
import type { Job } from './platform/jobs/scheduled-job.ts';
import type { Services } from './platform/services.ts';

/** The scheduled jobs of the app and their intervals. */
export const jobsOf = (
  services: Services,
  reconciler: Reconciler,
  { withoutChecks = false }: { withoutChecks?: boolean } = {},
): Job[] => {
  // The reconciler runs first. After downtime or a restored backup, payments that the provider has may be
  // missing here, and would otherwise count as unpaid. While the provider does not answer, nothing is done.
  const afterAsking = (work: (services: Services, askedAt: Date) => Promise<void>) => async () => {
    const askedAt = await reconciler.run();
    if (askedAt) await work(services, askedAt);
    return askedAt !== undefined;
  };
  return [
    {
      name: 'what can be undone',
      every: 2 * SECOND,
      atStart: true,
      everywhere: true,
      work: () => carryOutActs(services),
    },
    {
      name: 'clean-up',
      every: CLEAN_UP_EVERY,
      work: async () => {
        await deleteExpiredRows(services);
        await forgetUnprovedAnswers(services);
        await deleteOldUploads(services);
      },
    },
    ...(withoutChecks && !services.config.backup ? [] : [backup(services)]),
    hourly('completion', afterAsking(completeUnansweredDeliveries)),
    hourly('delivery clock', () => runClock(services)),
    hourly('dispute reminders', () => remindOfDisputes(services)),
    {
      name: 'dates on pages',
      every: 10 * MINUTE,
      atStart: true,
      work: () => countNewDay(services),
    },
    { name: 'months of visits', every: DAY, work: () => sumMonths(services) },
    { ...hourly('quotes', afterAsking(expireQuotes)), every: EXPIRE_EVERY },
    hourly('reminders', afterAsking(remindOfInstalments)),
    ...(withoutChecks
      ? []
      : [
          installationChecks(services),
          { name: 'check of files', every: HOUR, work: () => checkFiles(services) },
          hourly('unnamed files', () => sweepFiles(services)),
          {
            ...{ name: 'unknown files', every: DAY / 2, firstAfter: 10 * MINUTE },
            work: () => sweepUnknownFiles(services),
          },
        ]),
    {
      name: 'reconciliation',
      every: RECONCILE_EVERY,
      atStart: true,
      work: async () => (await reconciler.run()) !== undefined,
    },
  ];
};

const backup = (services: Services): Job => {
  const job = { name: 'backup', every: HOUR, work: () => makeScheduledBackup(services) };
  // One beside the data is not worth a slower start.
  return services.config.backup ? { ...job, atStart: true } : { ...job, firstAfter: 10 * MINUTE };
};

const hourly = (name: string, work: Job['work']): Job => ({
  ...{ name, work },
  every: HOUR,
  atStart: true,
});

const installationChecks = (services: Services): Job => ({
  name: 'installation checks',
  every: CHECK_EVERY,
  // A proxy needs a moment to see that this process is up.
  firstAfter: MINUTE,
  work: () => services.installationChecks.run({ byPerson: false }),
});
