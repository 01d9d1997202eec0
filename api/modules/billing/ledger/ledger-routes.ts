import { Hono } from 'hono';
import { z } from 'zod';
import { audited } from '../../../platform/audit/audited.ts';
import { sendZip } from '../../../platform/files/send-zip.ts';
import { EXPORT_PAGE, streamCsv } from '../../../platform/http/csv.ts';
import type { Env } from '../../../platform/http/env.ts';
import { searchText } from '../../../platform/http/text-schema.ts';
import { toRupees } from '../../../platform/money/rules.ts';
import { limitDownloads, limitPacks } from '../../accounts/limit-downloads.ts';
import { type DeductedDto, listDeducted, toDeductedDto } from '../certificates.ts';
import { type DeclarationDto, listDeclarations } from '../export-declarations.ts';
import {
  csvLine,
  declarationColumns,
  declarationLine,
  deductedColumns,
  deductedLine,
  ledgerColumns,
} from './ledger-csv.ts';
import { firstPaymentAt, sumMonths } from './ledger-month-totals.ts';
import { monthBounds, periodQuery, periodSpan, yearOf } from './ledger-periods.ts';
import { type EntryRow, listLedger } from './ledger-queries.ts';
import { listPapers, type Paper, packPapers, paperColumns, paperLine } from './papers-csv.ts';

const exportQuery = z.object({
  period: periodQuery,
  find: searchText.optional().catch(undefined),
});
const yearQuery = z.object({
  year: z.coerce.number().int().min(2000).max(9998).optional().catch(undefined),
});

const financialYearQuery = z.object({
  year: z
    .string()
    .regex(/^20\d{2}-\d{2}$/)
    .optional()
    .catch(undefined),
});

/** Routes of the ledger; mounted behind the owner's guard. */
export const ledgerRoutes = new Hono<Env>()
  .get('/months', async (c) => {
    const { store, config, clock, provider } = c.var.services;
    const current = yearOf(clock(), config.timeZone);
    const { year = current } = yearQuery.parse(c.req.query());
    const first = await firstPaymentAt(store.db, provider);
    const oldest = Math.min(current, first ? yearOf(first, config.timeZone) : current);
    const sums = await sumMonths(store.db, monthBounds(year, config.timeZone), provider);
    const months = sums.map(({ received, refunded, lost, fees, receipts, foreign }, index) => ({
      month: `${year}-${String(index + 1).padStart(2, '0')}`,
      received: toRupees(received),
      refunded: toRupees(refunded),
      lost: toRupees(lost),
      fees: toRupees(fees),
      net: toRupees(received - refunded - lost - fees),
      receipts,
      /** What of it was in other currencies. */
      foreign: [...foreign].map(([currency, sums]) => ({
        currency,
        received: toRupees(sums.received),
        refunded: toRupees(sums.refunded),
        lost: toRupees(sums.lost),
      })),
    }));
    const years = Array.from({ length: current - oldest + 1 }, (_, back) => current - back);
    return c.json({ success: true as const, year, years, months });
  })
  .get('/ledger.csv', audited('Exported the ledger'), limitDownloads, (c) => {
    const { store, config, provider } = c.var.services;
    const { period, find } = exportQuery.parse(c.req.query());
    const query = { keys: provider, find, ...(period && periodSpan(period, config.timeZone)) };
    return streamCsv<EntryRow>(c, 'ledger', {
      columns: ledgerColumns(config.timeZone),
      list: (after) => listLedger(store.db, { ...query, after, limit: EXPORT_PAGE }),
      line: (row) => csvLine(row, config.timeZone),
    });
  })
  .get('/papers.csv', audited('Exported the papers'), limitDownloads, (c) => {
    const { store, config, provider } = c.var.services;
    const { period = '' } = exportQuery.parse(c.req.query());
    const query = { keys: provider, ...(period && periodSpan(period, config.timeZone)) };
    return streamCsv<Paper>(c, ['papers', period].filter(Boolean).join('-'), {
      columns: paperColumns(config.timeZone),
      list: (after) => listPapers(store.db, { ...query, after, limit: EXPORT_PAGE }),
      line: (row) => paperLine(row, config.timeZone),
    });
  })
  .get('/papers.zip', audited('Exported the papers'), limitPacks, (c) => {
    const { store, config, provider, clock } = c.var.services;
    const { period = '' } = exportQuery.parse(c.req.query());
    const query = { keys: provider, ...(period && periodSpan(period, config.timeZone)) };
    const name = ['papers', period].filter(Boolean).join('-');
    const list = (after?: Paper) => listPapers(store.db, { ...query, after, limit: EXPORT_PAGE });
    return sendZip(c, `${name}.zip`, {
      files: packPapers(store, { name, list, timeZone: config.timeZone }),
      at: clock(),
    });
  })
  .get('/deducted.csv', audited('Exported deducted tax'), limitDownloads, (c) => {
    const { store, config, provider } = c.var.services;
    const { year = '' } = financialYearQuery.parse(c.req.query());
    const list = async () =>
      (await listDeducted(store.db, provider))
        .map((row) => toDeductedDto(row, config.timeZone))
        .filter((row) => !year || row.year === year);
    return streamCsv<DeductedDto>(c, ['tax-deducted', year].filter(Boolean).join('-'), {
      columns: deductedColumns(config.timeZone),
      list: async (after) => (after ? [] : list()),
      line: (row) => deductedLine(row, config.timeZone),
    });
  })
  .get('/declarations.csv', audited('Exported export declarations'), limitDownloads, (c) => {
    const { services } = c.var;
    const { timeZone } = services.config;
    return streamCsv<DeclarationDto>(c, 'export-declarations', {
      columns: declarationColumns(timeZone),
      list: async (after) => (after ? [] : listDeclarations(services)),
      line: (row) => declarationLine(row, timeZone),
    });
  });
