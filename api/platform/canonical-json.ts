/**
 * JSON with its keys in order and without spaces: the same content is the same text, so that a hash of it
 * can be compared. For text, whole numbers, booleans, null, lists and objects.
 */
export const canonicalJson = (value: unknown): string => JSON.stringify(value, sortKeys);

function sortKeys(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
