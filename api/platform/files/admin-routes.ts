import { Hono } from 'hono';
import { z } from 'zod';
import { audited } from '../audit/audited.ts';
import type { Env } from '../http/env.ts';
import { validate } from '../http/validate.ts';
import { MAX_PICTURE_LENGTH } from './limits.ts';
import { storePicture } from './store-picture.ts';
import { PICTURE_REFUSED } from './texts.ts';

const pictureBody = z.object({
  data: z.string(PICTURE_REFUSED).max(MAX_PICTURE_LENGTH, PICTURE_REFUSED),
});

/** Routes for the owner's picture uploads; mounted behind the owner's guard. */
export const adminPictureRoutes = new Hono<Env>().post(
  '/',
  audited('Uploaded a picture'),
  validate(pictureBody),
  async (c) => {
    const picture = await storePicture(c.var.services, c.req.valid('json').data);
    return c.json({ success: true as const, picture }, 201);
  },
);
