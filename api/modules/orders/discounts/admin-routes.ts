import { Hono } from 'hono';
import { audited, columnsOf } from '../../../platform/audit/audited.ts';
import type { Env } from '../../../platform/http/env.ts';
import { validate } from '../../../platform/http/validate.ts';
import { ownersOnly } from '../../accounts/guards.ts';
import { confirmedOwnersOnly } from '../../accounts/second-factor/confirm.ts';
import { createDiscount, discountBody, endDiscount, listDiscounts } from './discounts.ts';
import { CODE_DISABLED, CODE_ENABLED, CODE_MADE } from './rules.ts';

const ok = { success: true } as const;

/** Routes for the owner's discount codes. A code is never changed, because buyers have seen what it is worth. */
export const adminDiscountRoutes = new Hono<Env>()
  .use(ownersOnly)
  .get('/', async (c) => c.json({ ...ok, discounts: await listDiscounts(c.var.services.store.db) }))
  .post(
    '/',
    audited('Made a discount code'),
    validate(discountBody),
    confirmedOwnersOnly,
    async (c) => {
      await createDiscount(c.var.services, c.req.valid('json'));
      return c.json({ ...ok, message: CODE_MADE }, 201);
    },
  )
  .post(
    '/:id/disable',
    audited('Ended a discount code', { snapshot: columnsOf('discount_codes', 'disabled_at') }),
    confirmedOwnersOnly,
    async (c) => {
      await endDiscount(c.var.services, c.req.param('id'), true);
      return c.json({ ...ok, message: CODE_DISABLED });
    },
  )
  .post(
    '/:id/enable',
    audited('Took up a discount code again', {
      snapshot: columnsOf('discount_codes', 'disabled_at'),
    }),
    confirmedOwnersOnly,
    async (c) => {
      await endDiscount(c.var.services, c.req.param('id'), false);
      return c.json({ ...ok, message: CODE_ENABLED });
    },
  );
