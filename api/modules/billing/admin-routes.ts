import { Hono } from 'hono';
import { z } from 'zod';
import { transaction } from '../../../db/transaction.ts';
import { audited, columnsOf } from '../../platform/audit/audited.ts';
import { iso } from '../../platform/clock.ts';
import type { Env } from '../../platform/http/env.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { validate } from '../../platform/http/validate.ts';
import { confirmedOwnersOnly } from '../accounts/second-factor/confirm.ts';
import { findOrder, lockOrder } from '../orders/queries.ts';
import { switchDeductions, takesDeductions } from '../orders/seller.ts';
import { UNKNOWN_ORDER } from '../orders/texts.ts';
import { certificateBody, listDeducted, saveCertificate, toDeductedDto } from './certificates.ts';
import { changeSeller, sellerBody, toSellerDto } from './change-seller.ts';
import { toOrderTaxDto } from './document-data.ts';
import { declarationBody, listDeclarations, saveDeclaration } from './export-declarations.ts';
import { financialYear, yearAfter } from './financial-year.ts';
import { lutBody, readLetters, storeLetter } from './letters-of-undertaking.ts';
import { findInvoice } from './queries.ts';
import { hideRestores, readRestores } from './restored-series.ts';
import {
  ALREADY_INVOICED,
  CERTIFICATE_SAVED,
  DECLARATION_SAVED,
  DEDUCTIONS_OFF,
  DEDUCTIONS_ON,
  EXPORT_DECIDED,
  LUT_SAVED,
  NOTHING_TO_DECIDE,
  RESTORE_SEEN,
  SELLER_SAVED,
} from './texts.ts';

const ok = { success: true } as const;

/** Routes for the owner about tax; mounted behind the owner's guard. */
export const adminTaxRoutes = new Hono<Env>()
  .get('/', async (c) => {
    const { store, config, clock, readBrand } = c.var.services;
    const seller = await toSellerDto(store.db, config);
    const { legal } = await readBrand(store.db);
    const year = financialYear(iso(clock()), config.timeZone);
    const letters = await readLetters(store.db);
    const restores = await readRestores(store.db);
    const years = [year, yearAfter(year)];
    const hasDeductions = await takesDeductions(store.db);
    const tax = { seller, legal, letters, years, restores, takesDeductions: hasDeductions };
    return c.json({ ...ok, tax });
  })
  .put(
    '/seller',
    audited('Changed what papers say about the seller'),
    validate(sellerBody),
    confirmedOwnersOnly,
    async (c) => {
      await changeSeller(c.var.services, c.req.valid('json'));
      return c.json({ ...ok, message: SELLER_SAVED });
    },
  )
  .put(
    '/letter',
    audited('Saved a letter of undertaking'),
    validate(lutBody),
    confirmedOwnersOnly,
    async (c) => {
      await storeLetter(c.var.services, c.req.valid('json'));
      return c.json({ ...ok, message: LUT_SAVED });
    },
  )
  .post('/restores/seen', audited('Read of the new numbers of papers'), async (c) => {
    await hideRestores(c.var.services);
    return c.json({ ...ok, message: RESTORE_SEEN });
  })
  .get('/declarations', async (c) =>
    c.json({ ...ok, declarations: await listDeclarations(c.var.services) }),
  )
  .put(
    '/declarations',
    audited('Entered an export declaration'),
    validate(declarationBody),
    async (c) => {
      await saveDeclaration(c.var.services, c.req.valid('json'));
      return c.json({ ...ok, message: DECLARATION_SAVED });
    },
  )
  .put(
    '/deductions',
    audited('Let companies deduct tax, or not'),
    validate(z.object({ isOn: z.boolean() })),
    confirmedOwnersOnly,
    async (c) => {
      const { isOn } = c.req.valid('json');
      await transaction(c.var.services, (tx) => switchDeductions(tx, isOn));
      return c.json({ ...ok, message: isOn ? DEDUCTIONS_ON : DEDUCTIONS_OFF });
    },
  )
  .get('/deducted', async (c) => {
    const { store, config, provider } = c.var.services;
    const rows = await listDeducted(store.db, provider);
    return c.json({ ...ok, deducted: rows.map((row) => toDeductedDto(row, config.timeZone)) });
  })
  .put(
    '/orders/:id/certificate',
    audited('Entered a certificate of deducted tax'),
    validate(certificateBody),
    async (c) => {
      const orderId = c.req.param('id');
      await saveCertificate(c.var.services, { ...c.req.valid('json'), orderId }, 'owner');
      return c.json({ ...ok, message: CERTIFICATE_SAVED });
    },
  )
  .get('/orders/:id', async (c) => {
    const { services } = c.var;
    const order = await findOrder(services.store.db, c.req.param('id'));
    if (!order) throw new ApiError(404, UNKNOWN_ORDER);
    return c.json({ ...ok, tax: await toOrderTaxDto(services.store.db, services, order) });
  })
  .post(
    '/orders/:id',
    audited('Decided the tax of an order', { snapshot: columnsOf('orders', 'is_export') }),
    validate(z.object({ isExport: z.boolean() })),
    confirmedOwnersOnly,
    async (c) => {
      const { services } = c.var;
      const { id } = c.req.param();
      await transaction(services, async (tx) => {
        await lockOrder(tx, id);
        const order = await findOrder(tx, id);
        if (!order) throw new ApiError(404, UNKNOWN_ORDER);
        if (await findInvoice(tx, id)) throw new ApiError(409, ALREADY_INVOICED);
        const { canDecide } = await toOrderTaxDto(tx, services, order);
        if (!canDecide) throw new ApiError(409, NOTHING_TO_DECIDE);
        await tx
          .updateTable('orders')
          .set({ is_export: c.req.valid('json').isExport ? 1 : 0 })
          .where('id', '=', id)
          .execute();
      });
      return c.json({ ...ok, message: EXPORT_DECIDED });
    },
  );
