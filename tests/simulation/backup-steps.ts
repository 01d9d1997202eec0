import { join } from 'node:path';
import { expect } from 'vitest';
import { restore } from '../../db/backup.ts';
import { filesFolderOf, filesNamedIn, restoreFiles } from '../../db/backup-files.ts';
import { openFileStore } from '../../db/files/file-store.ts';
import { makeBackup } from '../../db/make-backup.ts';
import fc from '../support/fast-check.ts';
import { ownerOf, signedIn } from '../support/people.ts';
import type { TestApp } from '../support/test-app.ts';
import { openedMails } from './deleted-accounts.ts';
import { copyOf, type Model, type PaymentModel, report, reportAll } from './model.ts';
import { runJobs } from './operator-steps.ts';
import { deliver, signInAgain, step } from './step.ts';

const backingUp = fc.constant(
  step({
    scenario: () => 'the operator makes a backup',
    async run(model, { app }) {
      const file = join(app.dataDir, 'backups', `${crypto.randomUUID()}.db`);
      const { counts, lacking } = await makeBackup(file, app.server.config);
      expect(lacking).toBe(0);
      expect(counts['orders']).toBe(model.orders.length);
      model.backup = { file, model: copyOf({ ...model, backup: null }) };
    },
  }),
);

const restoring = fc.constant(
  step({
    scenario: () => 'the operator restores the last backup',
    possible: ({ backup }) => backup !== null,
    async run(model, real) {
      const { app } = real;
      if (!model.backup) throw new Error('there is no backup');
      const { file } = model.backup;
      // What the provider reports is lost with the database that it was reported to.
      await deliver(app);
      reportAll(model);
      await app.server.services.background.settled();
      await app.restart(() => restore(app.server.config.databaseUrl, file));
      const files = openFileStore(app.server.config.files);
      const sources = { files, folders: [filesFolderOf(file)], cipher: null };
      expect(await restoreFiles(filesNamedIn(file), sources)).toMatchObject({ lacking: [] });
      app.sandbox.faults.webhooks.hold = true;
      await goBack(model, app);
      await app.server.reconciler.run();
      // The newest first, as in the bank's list; what went back since pays for nothing that another payment pays.
      const newest = model.payments.toReversed();
      for (const payment of newest.filter(({ refunded }) => refunded === 0)) report(model, payment);
      for (const payment of newest) report(model, payment);
      await runJobs(model, real);
      real.owner = await ownerOf(app);
      const { assistant } = model;
      if (assistant) assistant.person = await signedIn(app, assistant.userId);
      for (const buyer of model.buyers) if (!buyer.isGone) await signInAgain(buyer, app, model.day);
    },
  }),
);

/** The app is what it was; time, the bank and the mail server are not. */
async function goBack(model: Model, app: TestApp): Promise<void> {
  const { day, steps, mailWorks, backup, payments } = model;
  if (!backup) return;
  const past = copyOf(backup.model);
  Object.assign(model, past, { day, steps, mailWorks, backup });
  model.payments = payments.map((payment) => remember(past, payment));
  const waiting = (await openedMails(app)).map(({ subject }) => subject);
  for (const left of model.left) {
    left.waiting.push(...waiting);
    left.mails = app.mail.emails.length;
    left.lines = app.logLines.length;
    left.answers = app.answers.length;
  }
}

/** A payment as the restored app sees it: what it knew then, and what it can find out from the bank. */
function remember(past: Model, payment: PaymentModel): PaymentModel {
  const known = past.payments.find(({ id }) => id === payment.id);
  if (known) {
    const { bank, refunded, lost, dispute } = payment;
    return Object.assign(known, { bank, refunded, lost, dispute });
  }
  const order = past.orders.find(({ id }) => id === payment.order.id);
  const instalment = order?.instalments[payment.order.instalments.indexOf(payment.instalment)];
  const unknown = { ...payment, app: null, failureKnown: false };
  return order && instalment ? { ...unknown, order, instalment } : { ...unknown, isLost: true };
}

export const backupSteps = [backingUp, restoring];
