import { Hono } from 'hono';
import { z } from 'zod';
import { audited } from '../../../platform/audit/audited.ts';
import type { Env } from '../../../platform/http/env.ts';
import { validate } from '../../../platform/http/validate.ts';
import { confirmedOwnersOnly } from '../../accounts/second-factor/confirm.ts';
import { AUTOMATIC, BY_HAND, UNKNOWN_RELEASE } from '../texts.ts';
import type { Publisher } from './publisher.ts';

const backBody = z.object({ release: z.string(UNKNOWN_RELEASE).max(40, UNKNOWN_RELEASE) });

const automaticBody = z.object({ automatic: z.boolean() });

/** Routes for the owner to publish the site and roll it back. */
export const publishing = (publisher: Publisher) =>
  new Hono<Env>()
    .get('/', async (c) => c.json({ success: true as const, ...(await publisher.status()) }))
    .get('/changes', async (c) =>
      c.json({ success: true as const, changes: await publisher.changes() }),
    )
    .post('/', audited('Published the site'), async (c) => {
      await publisher.start();
      return c.json({ success: true as const, message: 'Publishing has begun.' }, 202);
    })
    .put(
      '/automatic',
      audited('Switched automatic publishing'),
      validate(automaticBody),
      confirmedOwnersOnly,
      async (c) => {
        const { automatic } = c.req.valid('json');
        await publisher.setAutomatic(automatic);
        return c.json({ success: true as const, message: automatic ? AUTOMATIC : BY_HAND });
      },
    )
    .post('/rollback', audited('Restored an earlier release'), validate(backBody), async (c) => {
      await publisher.rollBackTo(c.req.valid('json').release);
      return c.json({ success: true as const, message: 'Going back.' }, 202);
    });
