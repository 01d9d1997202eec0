import type { AsyncCommand } from 'fast-check';
import { expect } from 'vitest';
import fc from '../support/fast-check.ts';
import { checkCapturedPayments } from '../support/invariants.ts';
import { insertBuyer, ownerOf } from '../support/people.ts';
import { accountSteps } from './account-steps.ts';
import { assistantSteps } from './assistant-steps.ts';
import { bankSteps, pay, returnFromPaying } from './bank-steps.ts';
import { buyerSteps } from './buyer-steps.ts';
import { catalogSteps, newGigs } from './catalog-steps.ts';
import { changeSteps } from './change-steps.ts';
import { checkoutSteps, placing } from './checkout-steps.ts';
import { disputeSteps } from './dispute-steps.ts';
import { fileSteps } from './file-steps.ts';
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
/** How long `npm run simulate` plays; each test run plays the same few stories, however busy the machine is. */
const SECONDS = Number(process.env['SIMULATION_SECONDS'] ?? 0);
export const IS_LONG = SECONDS > 0;
/** Finding the shortest story takes many runs. */
const SHRINKING_MS = 300_000;
export const STORY_TIMEOUT_MS = SECONDS * 1_000 + SHRINKING_MS;

/** Most stories begin with an order that is paid, and often further on: few would get there by chance. */
const PAID = [pay({ at: 0, bank: 'captured' }), returnFromPaying(false)];
const ACCEPTED = [...PAID, moveOrder({ at: 0, move: 'accept' })];
const DELIVERED = [...ACCEPTED, moveOrder({ at: 0, move: 'deliver' })];
const beginnings = fc.tuple(placing, fc.constantFrom([], PAID, ACCEPTED, ACCEPTED, DELIVERED));

/** The steps of every story. */
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
];

interface StoryOptions {
  steps: fc.Arbitrary<AsyncCommand<Model, Simulated>>[];
  /** How many steps a story has at most. */
  length: number;
  /** How many stories a test run plays. */
  eachRun: number;
  /** Starts the app of a story; `seed` is another number for each. */
  start(seed: number, story: number): Promise<Omit<Simulated, 'owner'>>;
  /** What is checked at the end of a story, besides what always is. */
  afterwards?(real: Simulated, model: Model, story: number): Promise<void>;
}

/** Plays random stories, each on an app of its own, and prints how many there were. */
export async function runStories({ steps, length, eachRun, start, afterwards }: StoryOptions) {
  let [stories, days, taken] = [0, 0, 0];
  await fc.assert(
    fc.asyncProperty(
      fc.noShrink(fc.nat()),
      beginnings,
      fc.commands(steps, { maxCommands: length, size: 'max' }),
      async (seed, [first, begun], more) => {
        const started = await start(seed, stories);
        const { app } = started;
        try {
          app.sandbox.faults.webhooks.hold = true;
          const buyers = await Promise.all(
            ['Asha', 'Béla', 'Chandra'].map(async (name, at) => {
              const { person, user } = await insertBuyer(app, { name: nameOf(name, at) });
              return newBuyer({ name: user.name, email: user.email, userId: user.id, person });
            }),
          );
          const real = { ...started, owner: await ownerOf(app) };
          const model = newModel(buyers, newGigs());
          await fc.asyncModelRun(() => ({ model, real }), [first, ...begun, ...more]);
          await afterwards?.(real, model, stories);
          stories += 1;
          days += model.day;
          taken += model.steps;
          app.sandbox.release();
          await app.sandbox.settled();
          await checkCapturedPayments(app);
          await checkArrival(app);
          const mistakes = app.logs.filter((line) => /TypeError|ReferenceError/.test(line));
          expect(mistakes).toEqual([]);
        } finally {
          await app.close();
          forgetNextVersions();
        }
      },
    ),
    IS_LONG
      ? {
          numRuns: 1_000_000,
          interruptAfterTimeLimit: SECONDS * 1_000,
          markInterruptAsFailure: false,
        }
      : { numRuns: eachRun },
  );
  if (IS_LONG) console.info(`${stories} stories, ${taken} steps, ${days} days`);
}
