import { expect, test } from 'vitest';
import fc from '../support/fast-check.ts';
import { checkCapturedPayments } from '../support/invariants.ts';
import { insertBuyer, ownerOf } from '../support/people.ts';
import { startTestApp } from '../support/test-app.ts';
import { bankSteps } from './bank-steps.ts';
import { buyerSteps } from './buyer-steps.ts';
import { newModel } from './model.ts';
import { operatorSteps } from './operator-steps.ts';
import { ownerSteps } from './owner-steps.ts';

/** A share of `npm run simulate` that fits into every test run. */
const SECONDS = Number(process.env['SIMULATION_SECONDS'] ?? 10);
const STEPS = 80;
/** Finding the shortest story takes many runs. */
const SHRINKING_MS = 300_000;

test(
  'keeps money, orders and answers true through random days of buyers, owner, bank and operator',
  async () => {
    let [stories, days] = [0, 0];
    await fc.assert(
      fc.asyncProperty(
        fc.commands([...buyerSteps, ...bankSteps, ...ownerSteps, ...operatorSteps], {
          maxCommands: STEPS,
          size: 'max',
        }),
        async (steps) => {
          const app = await startTestApp();
          try {
            app.sandbox.faults.webhooks.hold = true;
            const names = ['Asha', 'Béla', 'Chandra'];
            const buyers = await Promise.all(
              names.map(async (name) => {
                const { person, user } = await insertBuyer(app, { name });
                return {
                  name,
                  email: user.email,
                  userId: user.id,
                  person,
                  signedInOn: 0,
                  ended: [],
                };
              }),
            );
            const real = { app, owner: await ownerOf(app) };
            const model = newModel(buyers);
            await fc.asyncModelRun(() => ({ model, real }), steps);
            stories += 1;
            days += model.day;
            app.sandbox.release();
            await app.sandbox.settled();
            await checkCapturedPayments(app);
            expect(app.logs.filter((line) => /TypeError|ReferenceError/.test(line))).toEqual([]);
          } finally {
            await app.close();
          }
        },
      ),
      {
        numRuns: 1_000_000,
        interruptAfterTimeLimit: SECONDS * 1_000,
        markInterruptAsFailure: false,
      },
    );
    if (process.env['SIMULATION_SECONDS']) console.info(`${stories} stories, ${days} days`);
  },
  SECONDS * 1_000 + SHRINKING_MS,
);
