import { afterAll, afterEach, beforeAll } from 'vitest';
import { startWorld, type World } from './world.ts';

/** The world of the test file that imports this: opened before its first test, checked after each. */
export let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterEach(() => world.check());
afterAll(() => world.close());
