import { expect, test } from 'vitest';
import { WORKER } from '../../api/modules/site/publish/worker-jobs.ts';
import fc from '../support/fast-check.ts';
import { checkCapturedPayments } from '../support/invariants.ts';
import { insertBuyer, ownerOf } from '../support/people.ts';
import { plainFetch } from '../support/plain-fetch.ts';
import { startTestApp } from '../support/test-app.ts';
import { accountSteps } from './account-steps.ts';
import { assistantSteps } from './assistant-steps.ts';
import { backupSteps } from './backup-steps.ts';
import { bankSteps, pay, returnFromPaying } from './bank-steps.ts';
import { buyerSteps } from './buyer-steps.ts';
import { catalogSteps, newGigs } from './catalog-steps.ts';
import { changeSteps } from './change-steps.ts';
import { checkoutSteps, placing } from './checkout-steps.ts';
import { disputeSteps } from './dispute-steps.ts';
import { checkArrival } from './mail-invariants.ts';
import { nameOf, newBuyer, newModel } from './model.ts';
import { operatorSteps } from './operator-steps.ts';
import { moveOrder, ownerSteps } from './owner-steps.ts';
import { providerFaultSteps } from './provider-fault-steps.ts';
import { checkPublished } from './public-invariants.ts';
import { quoteSteps } from './quote-steps.ts';

/** How long `npm run simulate` plays; each test run plays the same few stories, however busy the machine is. */
const SECONDS = Number(process.env['SIMULATION_SECONDS'] ?? 0);
const EACH_RUN = 3;
const STEPS = 80;
/** Finding the shortest story takes many runs. */
const SHRINKING_MS = 300_000;

/** Most stories begin with an order that is paid, and often further on: few would get there by chance. */
const PAID = [pay({ at: 0, bank: 'captured' }), returnFromPaying(false)];
const ACCEPTED = [...PAID, moveOrder({ at: 0, move: 'accept' })];
const DELIVERED = [...ACCEPTED, moveOrder({ at: 0, move: 'deliver' })];
const beginnings = fc.tuple(placing, fc.constantFrom([], PAID, ACCEPTED, ACCEPTED, DELIVERED));

test(
  'keeps money, orders and answers true through random days of buyers, owner, bank and operator',
  async () => {
    let [stories, days] = [0, 0];
    await fc.assert(
      fc.asyncProperty(
        beginnings,
        fc.commands(
          [
            ...checkoutSteps,
            ...buyerSteps,
            ...accountSteps,
            ...bankSteps,
            ...disputeSteps,
            ...ownerSteps,
            ...changeSteps,
            ...catalogSteps,
            ...quoteSteps,
            ...operatorSteps,
            ...backupSteps,
            ...providerFaultSteps,
            ...assistantSteps,
          ],
          {
            maxCommands: STEPS,
            size: 'max',
          },
        ),
        async ([first, begun], steps) => {
          const isPublished = SECONDS > 0 && stories === 0;
          const app = await startTestApp(
            {},
            { send: plainFetch, ...(isPublished ? { publishProgram: WORKER } : {}) },
          );
          try {
            app.sandbox.faults.webhooks.hold = true;
            const buyers = await Promise.all(
              ['Asha', 'Béla', 'Chandra'].map(async (first, at) => {
                const name = nameOf(first, at);
                const { person, user } = await insertBuyer(app, { name });
                return newBuyer({ name, email: user.email, userId: user.id, person });
              }),
            );
            const real = { app, owner: await ownerOf(app) };
            const model = newModel(buyers, newGigs());
            await fc.asyncModelRun(() => ({ model, real }), [first, ...begun, ...steps]);
            if (isPublished) await checkPublished(real, model);
            stories += 1;
            days += model.day;
            app.sandbox.release();
            await app.sandbox.settled();
            await checkCapturedPayments(app);
            await checkArrival(app);
            expect(app.logs.filter((line) => /TypeError|ReferenceError/.test(line))).toEqual([]);
          } finally {
            await app.close();
          }
        },
      ),
      SECONDS > 0
        ? {
            numRuns: 1_000_000,
            interruptAfterTimeLimit: SECONDS * 1_000,
            markInterruptAsFailure: false,
          }
        : { numRuns: EACH_RUN },
    );
    if (process.env['SIMULATION_SECONDS']) console.info(`${stories} stories, ${days} days`);
  },
  SECONDS * 1_000 + SHRINKING_MS,
);
