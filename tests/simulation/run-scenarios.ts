import type { AsyncCommand } from 'fast-check';
import { expect } from 'vitest';
import { sellInDollars } from '../support/currencies.ts';
import fc from '../support/fast-check.ts';
import { setOpensWhenPaid } from '../support/gigs.ts';
import { checkCapturedPayments } from '../support/invariants.ts';
import { insertBuyer, ownerOf, STORE, WEBSITE } from '../support/people.ts';
import { accountSteps } from './account-steps.ts';
import { assistantSteps } from './assistant-steps.ts';
import { bankSteps, pay, returnFromPaying } from './bank-steps.ts';
import { buyerSteps } from './buyer-steps.ts';
import { catalogSteps, newGigs } from './catalog-steps.ts';
import { changeSteps } from './change-steps.ts';
import { checkoutSteps, placing } from './checkout-steps.ts';
import { disputeSteps } from './dispute-steps.ts';
import { fileSteps } from './file-steps.ts';
import { handOverSteps } from './hand-over-steps.ts';
import { checkArrival } from './mail-invariants.ts';
import { type Model, nameOf, newBuyer, newModel } from './model.ts';
import { forgetNextVersions } from './next-version.ts';
import { operatorSteps } from './operator-steps.ts';
import { moveOrder, ownerSteps } from './owner-steps.ts';
import { providerFaultSteps } from './provider-fault-steps.ts';
import { quoteSteps } from './quote-steps.ts';
import type { Simulated } from './step.ts';

/** How long the app waits for the provider: much longer than a busy machine needs for an answer. */
export const PROVIDER_TIMEOUT_MS = 1_500;
/** How long `npm run simulate` takes; each test run has the same few scenarios, however busy the machine is. */
const SECONDS = Number(process.env['SIMULATION_SECONDS'] ?? 0);
export const IS_LONG = SECONDS > 0;
/** Finding the shortest scenario takes many runs. */
const SHRINKING_MS = 300_000;
export const SCENARIO_TIMEOUT_MS = SECONDS * 1_000 + SHRINKING_MS;

/** Most scenarios begin with an order that is paid, and often further on: few would get there by chance. */
const PAID = [pay({ at: 0, bank: 'captured' }), returnFromPaying(false)];
const ACCEPTED = [...PAID, moveOrder({ at: 0, move: 'accept' })];
const DELIVERED = [...ACCEPTED, moveOrder({ at: 0, move: 'deliver' })];
const beginnings = fc.tuple(
  placing,
  fc.constantFrom([], PAID, ACCEPTED, ACCEPTED, DELIVERED, DELIVERED),
);

/** The steps of every scenario. */
export const STEPS = [
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
  ...providerFaultSteps,
  ...assistantSteps,
  ...fileSteps,
  ...handOverSteps,
];

interface ScenarioOptions {
  steps: fc.Arbitrary<AsyncCommand<Model, Simulated>>[];
  /** How many steps a scenario has at most. */
  length: number;
  /** How many scenarios a test run has. */
  eachRun: number;
  /** Starts the app of a scenario; `seed` is another number for each. */
  start(seed: number, scenario: number): Promise<Omit<Simulated, 'owner'>>;
  /** What is checked at the end of a scenario, besides what always is. */
  afterwards?(real: Simulated, model: Model, scenario: number): Promise<void>;
}

type Scenario = [seed: number, ...AsyncCommand<Model, Simulated>[]];

/** Runs random scenarios, each on an app of its own, and prints how many there were. */
export async function runScenarios({ steps, length, eachRun, start, afterwards }: ScenarioOptions) {
  const endsAt = IS_LONG ? Date.now() + SECONDS * 1_000 : Number.POSITIVE_INFINITY;
  const sum = { scenarios: 0, steps: 0, days: 0 };
  let running: Promise<void> | undefined;

  async function run([seed, ...scenario]: Scenario): Promise<void> {
    const started = await start(seed, sum.scenarios);
    const { app } = started;
    try {
      app.sandbox.faults.webhooks.hold = true;
      const buyers = await Promise.all(
        ['Asha', 'Béla', 'Chandra'].map(async (first, at) => {
          const name = nameOf(first, at);
          const { person, user } = await insertBuyer(app, { name });
          return newBuyer({ name, email: user.email, userId: user.id, person });
        }),
      );
      const real = { ...started, owner: await ownerOf(app) };
      await sellInDollars(app, real.owner, [WEBSITE, STORE]);
      const gigs = newGigs(seed % 2 === 1);
      for (const gig of gigs) await app.write((tx) => setOpensWhenPaid(tx, gig));
      const model = newModel(buyers, gigs, endsAt);
      await fc.asyncModelRun(() => ({ model, real }), scenario);
      await afterwards?.(real, model, sum.scenarios);
      sum.scenarios += 1;
      sum.steps += model.steps;
      sum.days += model.day;
      app.sandbox.release();
      await app.sandbox.settled();
      await checkCapturedPayments(app);
      await checkArrival(app);
      expect(app.logs.filter((line) => /TypeError|ReferenceError/.test(line))).toEqual([]);
    } finally {
      await app.close();
      forgetNextVersions();
    }
  }

  const seeds = fc.noShrink(fc.nat());
  const endings = fc.commands(steps, { maxCommands: length, size: 'max' });
  await fc.assert(
    fc.asyncProperty(seeds, beginnings, endings, (seed, [first, begun], more) => {
      running = run([seed, first, ...begun, ...more]);
      return running;
    }),
    IS_LONG
      ? {
          numRuns: 1_000_000,
          interruptAfterTimeLimit: SECONDS * 1_000,
          markInterruptAsFailure: false,
        }
      : { numRuns: eachRun },
  );
  // The scenario that was interrupted takes no further step, and must end well, too.
  await running;
  if (IS_LONG) console.info(`${sum.scenarios} scenarios, ${sum.steps} steps, ${sum.days} days`);
}
