import { Hono } from 'hono';
import { z } from 'zod';
import type { Env } from '../lib/env.ts';
import { validate } from '../lib/validate.ts';
import { keepPicture } from './picture.ts';
import { PICTURE_MOST_CHARS, PICTURE_REFUSED } from './rules.ts';

const pictureBody = z.object({
  data: z.string(PICTURE_REFUSED).max(PICTURE_MOST_CHARS, PICTURE_REFUSED),
});

/** Pictures that the owner adds; mounted behind the owner's guard. */
export const deskPictures = new Hono<Env>().post('/', validate(pictureBody), async (c) => {
  const picture = await keepPicture(c.var.deps, c.req.valid('json').data);
  return c.json({ success: true as const, picture }, 201);
});
