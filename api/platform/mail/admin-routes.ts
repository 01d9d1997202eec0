import { Hono } from 'hono';
import { z } from 'zod';
import { transaction } from '../../../db/transaction.ts';
import { audited } from '../audit/audited.ts';
import { iso } from '../clock.ts';
import type { Env } from '../http/env.ts';
import { ApiError } from '../http/errors.ts';
import { validate } from '../http/validate.ts';
import { dismissMail, sendMailAgain } from './queries.ts';
import { DISMISSED, MAIL_GONE, MAX_UNDELIVERABLE_SHOWN, SENT_AGAIN } from './rules.ts';

const idsBody = z.object({ ids: z.array(z.string().max(64)).min(1).max(MAX_UNDELIVERABLE_SHOWN) });

/** Routes for undeliverable mail; mounted behind the owner's guard. */
export const adminMailRoutes = new Hono<Env>()
  .post('/send-again', audited('Sent mail again'), validate(idsBody), async (c) => {
    const { clock, outbox } = c.var.services;
    const { ids } = c.req.valid('json');
    await transaction(c.var.services, async (tx) => {
      const sent = await sendMailAgain(tx, ids, iso(clock()));
      if (sent.length === 0) throw new ApiError(404, MAIL_GONE);
      tx.onCommit(outbox.flush);
    });
    return c.json({ success: true as const, message: SENT_AGAIN });
  })
  .post('/dismiss', audited('Dismissed mail'), validate(idsBody), async (c) => {
    const { ids } = c.req.valid('json');
    await transaction(c.var.services, async (tx) => {
      const gone = await dismissMail(tx, ids);
      if (gone.length === 0) throw new ApiError(404, MAIL_GONE);
    });
    return c.json({ success: true as const, message: DISMISSED });
  });
