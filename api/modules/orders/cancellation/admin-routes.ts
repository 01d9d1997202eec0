import { Hono } from 'hono';
import { audited } from '../../../platform/audit/audited.ts';
import type { Env } from '../../../platform/http/env.ts';
import { validate } from '../../../platform/http/validate.ts';
import { confirmedOwnersOnly } from '../../accounts/second-factor/confirm.ts';
import { TERMS_SAVED } from './rules.ts';
import { changeTerms, readTerms, termsBody } from './terms.ts';

const ok = { success: true } as const;

/** Routes for the owner to read and change the cancellation terms of future orders. */
export const adminTermsRoutes = new Hono<Env>()
  .get('/', async (c) => c.json({ ...ok, terms: await readTerms(c.var.services.store.db) }))
  .put(
    '/',
    audited('Saved the cancellation terms'),
    validate(termsBody),
    confirmedOwnersOnly,
    async (c) => {
      const terms = await changeTerms(c.var.services, c.req.valid('json'));
      return c.json({ ...ok, message: TERMS_SAVED, terms });
    },
  );
