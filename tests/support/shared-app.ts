import { afterAll, afterEach, beforeAll } from 'vitest';
import { startTestApp, type TestApp } from './test-app.ts';

export let app: TestApp;

/** Gives the test file that calls this one app: started before its first test, checked after each, which begins without mail. */
export function shareApp(...settings: Parameters<typeof startTestApp>): void {
  beforeAll(async () => {
    app = await startTestApp(...settings);
  });
  afterEach(() => app.forget());
  afterAll(() => app.close());
}
