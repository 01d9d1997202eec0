import { afterAll, afterEach, beforeAll } from 'vitest';
import { startTestApp, type TestApp } from './test-app.ts';

/** The world of the test file that imports this: opened before its first test, checked after each. */
export let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterEach(() => app.check());
afterAll(() => app.close());
