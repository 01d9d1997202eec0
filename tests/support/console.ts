import { afterEach, beforeEach, expect, vi } from 'vitest';

let errors: unknown[][] = [];

beforeEach(() => {
  errors = [];
  vi.spyOn(console, 'error').mockImplementation((...args) => void errors.push(args));
});

// What nobody expected to be said is a failure (house.md, habit 11).
afterEach(() => expect(errors).toEqual([]));
