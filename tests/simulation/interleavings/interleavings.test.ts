import { expect, test } from 'vitest';
import fc from '../../support/fast-check.ts';
import { actAs } from './boundaries.ts';
import { BUYER_ACTIONS } from './buyer-actions.ts';
import { OTHER_ACTIONS } from './other-actions.ts';
import { checkOutcome, settle } from './outcome.ts';
import { deaths, playStories, type Story, TIMEOUT } from './play.ts';
import { type Beginning, begin, beginnings, type Scene } from './scene.ts';

const ACTIONS: Record<string, (scene: Scene) => Promise<unknown>> = {
  ...BUYER_ACTIONS,
  ...OTHER_ACTIONS,
};

interface OrderStory extends Story {
  beginning: Beginning;
  /** What happens at once: each list is one actor, who does one thing after the other. */
  atOnce: string[][];
}

const actions = fc.array(fc.constantFrom(...Object.keys(ACTIONS)), { minLength: 1, maxLength: 2 });
const storiesWith = (deathsOfProcesses: fc.Arbitrary<number[]>) =>
  fc.record<OrderStory>({
    beginning: beginnings,
    atOnce: fc.array(actions, { minLength: 2, maxLength: 5 }),
    deaths: deathsOfProcesses,
    triesAgain: fc.boolean(),
  });

const play = (few: number, deathsOfProcesses: fc.Arbitrary<number[]>) =>
  playStories(few, storiesWith(deathsOfProcesses), {
    begin: (app, { beginning }) => begin(app, beginning),
    actors: (scene, { atOnce }) =>
      atOnce.map((names) => async () => {
        for (const name of names) await actAs(name, async () => ACTIONS[name]?.(scene));
      }),
    async check(scene) {
      await settle(scene.app);
      await checkOutcome(scene);
    },
  });

test(
  'what happens at once to one order ends well in every order of events',
  async () => {
    await play(40, fc.constant([]));
  },
  TIMEOUT,
);

test(
  'a process that dies between any two steps loses and repeats nothing',
  async () => {
    expect(await play(40, deaths)).toBeGreaterThan(0);
  },
  TIMEOUT,
);
