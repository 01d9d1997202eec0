import { validator } from 'hono/validator';
import type { z } from 'zod';
import { ApiError } from './errors.ts';

const CHECK_INPUT = 'Please check your input.';

/** Validates a JSON body; the first mistake becomes a 400 with its field. The middleware carries its schema. */
export const validate = <S extends z.ZodType>(schema: S) => {
  const middleware = validator('json', async (body): Promise<z.output<S>> => {
    // A rule without a sentence of its own gets ours, never the library's.
    const read = await schema.safeParseAsync(body, { error: () => CHECK_INPUT });
    if (read.success) return read.data;
    const issue = read.error.issues[0];
    const field = issue?.path.map(String).join('.');
    throw new ApiError(400, issue?.message ?? CHECK_INPUT, field ? { field } : {});
  });
  return Object.assign(middleware, { schema });
};
