import { Hono } from 'hono';
import { audited } from '../../platform/audit/audited.ts';
import type { Env } from '../../platform/http/env.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { validate } from '../../platform/http/validate.ts';
import { saveLegalPages, toAdminLegalDto } from './legal-pages.ts';
import { asPlainText } from './rules.ts';
import { LEGAL_SAVED, savedLegalBody, UNKNOWN_VERSION } from './schema.ts';
import { findLegalVersion } from './versions.ts';

const ok = { success: true } as const;

/** The pages of one version as plain text: an agreement names the version that it was made under. */
export const legalRoutes = new Hono<Env>().get('/legal/:version', async (c) => {
  const version = c.req.param('version');
  const pages = /^\d{1,9}$/.test(version)
    ? await findLegalVersion(c.var.services.store.db, Number(version))
    : undefined;
  if (!pages) throw new ApiError(404, UNKNOWN_VERSION);
  return c.text(`Version ${version}\n\n${asPlainText(pages)}\n`);
});

/** Routes to edit what the legal pages say; mounted behind the owner's guard. */
export const adminLegalRoutes = new Hono<Env>()
  .get('/', async (c) => {
    const legal = await toAdminLegalDto(c.var.services.store.db);
    return c.json({ ...ok, legal });
  })
  .put('/', audited('Saved the legal pages'), validate(savedLegalBody), async (c) => {
    const { version, ...body } = c.req.valid('json');
    const legal = await saveLegalPages(c.var.services, version, body);
    return c.json({ ...ok, message: LEGAL_SAVED, legal });
  });
