/**
 * JSON with sorted keys and without spaces: the same content always gives the same text and hash. For text,
 * whole numbers, booleans, null, lists and objects.
 */
export const canonicalJson = (value: unknown): string => JSON.stringify(value, sortKeys);

function sortKeys(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
