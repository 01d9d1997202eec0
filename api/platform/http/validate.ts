import { validator } from 'hono/validator';
import type { z } from 'zod';
import { cleanInput, NOT_TEXT } from './clean-input.ts';
import { ApiError } from './errors.ts';

const CHECK_INPUT = 'Please check your input.';

/** Reads what was sent. The first error becomes a 400 with its field; several are listed, too. */
export async function readInput<S extends z.ZodType>(schema: S, value: unknown) {
  const input = { value };
  const refused = cleanInput(input);
  if (refused !== null) throw new ApiError(400, NOT_TEXT, refused ? { field: refused } : {});
  // A rule without its own message gets our generic one, never the library's.
  const read = await schema.safeParseAsync(input.value, { error: () => CHECK_INPUT });
  if (read.success) return read.data;
  const errors = read.error.issues.map(({ path, message }) => ({
    field: path.map(String).join('.'),
    message,
  }));
  const [{ field, message } = { field: '', message: CHECK_INPUT }] = errors;
  throw new ApiError(400, message, {
    ...(field ? { field } : {}),
    ...(errors.length > 1 ? { details: { errors } } : {}),
  });
}

/** Middleware that validates a JSON body. */
export const validate = <S extends z.ZodType>(schema: S) =>
  Object.assign(
    validator('json', (body): Promise<z.output<S>> => readInput(schema, body)),
    { schema },
  );
