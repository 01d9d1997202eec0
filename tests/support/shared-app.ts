import { afterAll, afterEach, beforeAll } from 'vitest';
import { startTestApp, type TestApp } from './test-app.ts';

/** The app of the test file that imports this: started before its first test, checked after each. */
export let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterEach(() => app.check());
afterAll(() => app.close());
