import { expect } from 'vitest';

// `toMatchObject` accepts any value for a regular expression, because that has no properties to compare.
expect.addEqualityTesters([
  (actual, expected) =>
    expected instanceof RegExp && !(actual instanceof RegExp) ? false : undefined,
]);
