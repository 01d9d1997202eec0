import { z } from 'zod';
import fc from '../support/fast-check.ts';

type JsonSchema = z.core.JSONSchema.BaseSchema;
type Value = unknown;

/** Texts that have broken programs: every kind of character, markup, paths, formats and queries. */
const TEXTS = [
  '',
  ' ',
  '\u0000',
  '\u202e\u2066reversed',
  '\ud800',
  '👩‍👩‍👧‍👦'.repeat(50),
  'ﷺ'.repeat(500),
  'Z̴̛̗'.repeat(200),
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'; drop table orders; --",
  '{{7*7}} <%= 7 %>',
  '../../../etc/passwd',
  'file:///etc/passwd',
  'a@b\r\nBcc: everybody@example.com',
  '%s%n%x',
  '__proto__',
  'a'.repeat(60_000),
  'a@'.repeat(5_000),
  '1'.repeat(400),
  '999-99-99T99:99:99Z',
  'javascript:alert(1)',
];

const NUMBERS = [-1, -0, 0, 0.1, 1e-300, 1e21, 1.7976931348623157e308, 2 ** 53, -(2 ** 31) - 1];

const deep = (levels: number): Value => {
  let value: Value = 'deep';
  for (let at = 0; at < levels; at += 1) value = at % 2 ? [value] : { value };
  return value;
};

const absurd: fc.Arbitrary<Value> = fc.oneof(
  fc.constantFrom<Value>(...TEXTS, ...NUMBERS, null, true, false, {}, [], deep(50), deep(2_000)),
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.jsonValue({ maxDepth: 3 }),
  fc.constant(Array.from({ length: 3_000 }, (_, at) => at)),
  fc.constant(Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`key${at}`, at]))),
);

/** Bodies for a call: mostly right, right but for one place, or absurd. */
export function bodies(schema: z.ZodType | undefined, ids: string[]): fc.Arbitrary<Value> {
  if (!schema) return fc.oneof(fc.constant({}), absurd);
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const valid = valuesOf(json, ids);
  return fc.oneof(
    { weight: 4, arbitrary: valid },
    { weight: 5, arbitrary: fc.tuple(valid, fc.nat(), absurd).map(withOneWrong) },
    { weight: 1, arbitrary: absurd },
  );
}

/** Values of a JSON schema; a text without another rule is often the id of a real object. */
function valuesOf(schema: JsonSchema, ids: string[]): fc.Arbitrary<Value> {
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return fc.oneof(...options.map((each) => valuesOf(each as JsonSchema, ids)));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.type === 'object') return objects(schema, ids);
  if (schema.type === 'array') {
    const most = Math.min(schema.maxItems ?? 3, 6);
    return fc.array(valuesOf((schema.items ?? {}) as JsonSchema, ids), { maxLength: most });
  }
  if (schema.type === 'integer' || schema.type === 'number') return numbers(schema);
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'string') return texts(schema, ids);
  return fc.oneof(fc.constantFrom(...ids), absurd);
}

function objects(schema: JsonSchema, ids: string[]): fc.Arbitrary<Value> {
  const properties = Object.entries(schema.properties ?? {}) as [string, JsonSchema][];
  return fc.record(
    Object.fromEntries(properties.map(([name, each]) => [name, valuesOf(each, ids)])),
    { requiredKeys: (schema.required ?? []).filter((name) => name in (schema.properties ?? {})) },
  );
}

function numbers({ type, minimum = -5, maximum = 1_000 }: JsonSchema): fc.Arbitrary<Value> {
  const edges = [minimum, maximum, minimum - 1, maximum + 1];
  if (type === 'integer') return fc.oneof(fc.constantFrom(...edges), fc.integer());
  return fc.oneof(fc.constantFrom(...edges), fc.double({ noNaN: true, noDefaultInfinity: true }));
}

function texts(schema: JsonSchema, ids: string[]): fc.Arbitrary<Value> {
  const { minLength = 0, maxLength = 100 } = schema;
  if (schema.format === 'uuid') return fc.oneof(fc.uuid(), fc.constantFrom(...ids));
  if (schema.format === 'email') return fc.emailAddress();
  const length = (many: number) => 'x'.repeat(Math.max(0, Math.min(many, 70_000)));
  return fc.oneof(
    fc.constantFrom(...ids),
    fc.string({ unit: 'grapheme', minLength, maxLength: Math.max(minLength, 40) }),
    fc.constantFrom(length(minLength), length(maxLength), length(maxLength + 1)),
  );
}

/** The value with one of its leaves, or one key more, made absurd. */
function withOneWrong([value, at, wrong]: [Value, number, Value]): Value {
  if (Array.isArray(value)) {
    if (value.length === 0) return [wrong];
    return value.with(at % value.length, withOneWrong([value[at % value.length], at >> 3, wrong]));
  }
  if (typeof value !== 'object' || value === null) return wrong;
  const keys = [...Object.keys(value), 'unknown'];
  const key = keys[at % keys.length] ?? 'unknown';
  const inner = (value as Record<string, Value>)[key];
  return { ...value, [key]: withOneWrong([inner, at >> 3, wrong]) };
}

/** The address of a call with its parameters filled in, and a query. */
export const addresses = (path: string, ids: string[]): fc.Arbitrary<string> => {
  const names = path.split('/').filter((part) => part.startsWith(':'));
  const segment = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...ids) },
    { weight: 1, arbitrary: fc.constantFrom(...TEXTS.map((text) => text.slice(0, 2_000))) },
  );
  const query = fc.oneof(
    { weight: 3, arbitrary: fc.constant('') },
    {
      weight: 1,
      arbitrary: fc
        .tuple(
          fc.constantFrom('find', 'after', 'before', 'limit', 'page', 'status', 'q'),
          fc.constantFrom(...TEXTS),
        )
        .map(([name, text]) => `?${name}=${encode(text.slice(0, 3_000))}`),
    },
  );
  return fc
    .tuple(fc.array(segment, { minLength: names.length, maxLength: names.length }), query)
    .map(
      ([values, asked]) =>
        path
          .split('/')
          .map((part) => (part.startsWith(':') ? encode(values.shift() ?? '') : part))
          .join('/') + asked,
    );
};

/** Half a surrogate pair cannot be sent in an address. */
const encode = (text: string): string => encodeURIComponent(text.toWellFormed());

/** What a socket may send with any event. */
export const socketValues = (ids: string[]): fc.Arbitrary<Value> =>
  fc.oneof(
    absurd,
    fc.constantFrom(...ids),
    fc.record({ conversationId: fc.constantFrom(...ids), userId: fc.constantFrom(...ids) }),
  );
