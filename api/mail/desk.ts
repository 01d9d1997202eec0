import { Hono } from 'hono';
import { z } from 'zod';
import { transaction } from '../../db/transaction.ts';
import { iso } from '../lib/clock.ts';
import type { Env } from '../lib/env.ts';
import { UserError } from '../lib/errors.ts';
import { validate } from '../lib/validate.ts';
import { dismissMail, sendMailAgain } from './queries.ts';
import { DISMISSED, MAIL_GONE, MOST_GIVEN_UP, SENT_AGAIN } from './rules.ts';

const idsBody = z.object({ ids: z.array(z.string().max(64)).min(1).max(MOST_GIVEN_UP) });

/** What the owner does about mail that was given up; mounted behind the owner's guard. */
export const deskMail = new Hono<Env>()
  .post('/send-again', validate(idsBody), async (c) => {
    const { clock, outbox } = c.var.deps;
    const { ids } = c.req.valid('json');
    const sent = await transaction(c.var.deps, (tx) => sendMailAgain(tx, ids, iso(clock())));
    if (sent.length === 0) throw new UserError(404, MAIL_GONE);
    outbox.wake();
    return c.json({ success: true as const, message: SENT_AGAIN });
  })
  .post('/dismiss', validate(idsBody), async (c) => {
    const { ids } = c.req.valid('json');
    const gone = await transaction(c.var.deps, (tx) => dismissMail(tx, ids));
    if (gone.length === 0) throw new UserError(404, MAIL_GONE);
    return c.json({ success: true as const, message: DISMISSED });
  });
