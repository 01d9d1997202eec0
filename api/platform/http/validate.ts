import { validator } from 'hono/validator';
import type { z } from 'zod';
import { cleanInput, NOT_TEXT } from './clean-input.ts';
import { ApiError } from './errors.ts';

const CHECK_INPUT = 'Please check your input.';

/** Middleware that validates a JSON body. The first error becomes a 400 with its field. */
export const validate = <S extends z.ZodType>(schema: S) => {
  const middleware = validator('json', async (body): Promise<z.output<S>> => {
    const input = { value: body };
    const refused = cleanInput(input);
    if (refused !== null) throw new ApiError(400, NOT_TEXT, refused ? { field: refused } : {});
    // A rule without its own message gets our generic one, never the library's.
    const read = await schema.safeParseAsync(input.value, { error: () => CHECK_INPUT });
    if (read.success) return read.data;
    const issue = read.error.issues[0];
    const field = issue?.path.map(String).join('.');
    throw new ApiError(400, issue?.message ?? CHECK_INPUT, field ? { field } : {});
  });
  return Object.assign(middleware, { schema });
};
