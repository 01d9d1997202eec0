import { validator } from 'hono/validator';
import type { z } from 'zod';
import { ApiError } from './errors.ts';

/** Validates a JSON body; the first mistake becomes a 400 with its field. */
export const validate = <S extends z.ZodType>(schema: S) =>
  validator('json', async (body): Promise<z.output<S>> => {
    const read = await schema.safeParseAsync(body);
    if (read.success) return read.data;
    const issue = read.error.issues[0];
    const field = issue?.path.map(String).join('.');
    throw new ApiError(400, issue?.message ?? 'Please check your input.', field ? { field } : {});
  });
