import { afterEach, beforeEach, expect, vi } from 'vitest';

let complaints: unknown[][] = [];

beforeEach(() => {
  complaints = [];
  vi.spyOn(console, 'error').mockImplementation((...words) => void complaints.push(words));
});

// What nobody expected to be said is a failure (house.md, habit 11).
afterEach(() => expect(complaints).toEqual([]));
