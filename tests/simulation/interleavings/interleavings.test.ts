import { expect, test } from 'vitest';
import fc from '../../support/fast-check.ts';
import { actAs } from './boundaries.ts';
import { BUYER_ACTIONS } from './buyer-actions.ts';
import { checkOutcome, finishEverything } from './outcome.ts';
import { OWNER_AND_PROVIDER_ACTIONS } from './owner-and-provider-actions.ts';
import { PAYMENT_ROADS } from './payment-roads.ts';
import { deaths, runInterleavings, type Scenario, TIMEOUT } from './run-interleavings.ts';
import { type InitialState, initialStates, type Setup, setUp } from './setup.ts';

const ACTIONS: Record<string, (setup: Setup) => Promise<unknown>> = {
  ...BUYER_ACTIONS,
  ...PAYMENT_ROADS,
  ...OWNER_AND_PROVIDER_ACTIONS,
};

interface OrderScenario extends Scenario {
  beginning: InitialState;
  /** What happens at once: each list is one actor, who does one thing after the other. */
  atOnce: string[][];
}

const actions = fc.array(fc.constantFrom(...Object.keys(ACTIONS)), { minLength: 1, maxLength: 2 });
const scenariosWith = (deathsOfProcesses: fc.Arbitrary<number[]>) =>
  fc.record<OrderScenario>({
    beginning: initialStates,
    atOnce: fc.array(actions, { minLength: 2, maxLength: 5 }),
    deaths: deathsOfProcesses,
    triesAgain: fc.boolean(),
  });

const run = (few: number, deathsOfProcesses: fc.Arbitrary<number[]>) =>
  runInterleavings(few, scenariosWith(deathsOfProcesses), {
    begin: (app, { beginning }) => setUp(app, beginning),
    actors: (setup, { atOnce }) =>
      atOnce.map((names) => async () => {
        for (const name of names) await actAs(name, async () => ACTIONS[name]?.(setup));
      }),
    async check(setup) {
      await finishEverything(setup.app);
      await checkOutcome(setup);
    },
  });

test(
  'what happens at once to one order ends well in every order of events',
  async () => {
    await run(25, fc.constant([]));
  },
  TIMEOUT,
);

test(
  'a process that dies between any two steps loses and repeats nothing',
  async () => {
    expect(await run(25, deaths)).toBeGreaterThan(0);
  },
  TIMEOUT,
);
