import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { stream } from 'hono/streaming';
import type { StreamingApi } from 'hono/utils/stream';
import { z } from 'zod';
import { audited } from '../../platform/audit/audited.ts';
import type { Env } from '../../platform/http/env.ts';
import { toRupees } from '../../platform/money/rules.ts';
import { limitDownloads } from '../accounts/limit-downloads.ts';
import { csvHead, csvLine } from './ledger-csv.ts';
import { firstPaymentAt, sumMonths } from './ledger-month-totals.ts';
import { monthBounds, periodQuery, periodSpan, yearOf } from './ledger-periods.ts';
import { type EntryRow, listLedger } from './ledger-queries.ts';

/** The export reads and writes this many entries at a time. */
const EXPORT_PAGE = 500;

const exportQuery = z.object({
  period: periodQuery,
  find: z.string().trim().max(100).optional().catch(undefined),
});
const yearQuery = z.object({
  year: z.coerce.number().int().min(2000).max(9998).optional().catch(undefined),
});

/** Routes of the ledger; mounted behind the owner's guard. */
export const ledgerRoutes = new Hono<Env>()
  .get('/months', async (c) => {
    const { store, config, clock } = c.var.services;
    const current = yearOf(clock(), config.timeZone);
    const { year = current } = yearQuery.parse(c.req.query());
    const first = await firstPaymentAt(store.db);
    const oldest = Math.min(current, first ? yearOf(first, config.timeZone) : current);
    const sums = await sumMonths(store.db, monthBounds(year, config.timeZone));
    const months = sums.map(({ received, refunded, lost, fees, receipts }, index) => ({
      month: `${year}-${String(index + 1).padStart(2, '0')}`,
      received: toRupees(received),
      refunded: toRupees(refunded),
      lost: toRupees(lost),
      fees: toRupees(fees),
      net: toRupees(received - refunded - lost - fees),
      receipts,
    }));
    const years = Array.from({ length: current - oldest + 1 }, (_, back) => current - back);
    return c.json({ success: true as const, year, years, months });
  })
  .get('/ledger.csv', audited('Exported the ledger'), limitDownloads, (c) => {
    const { store, config, log } = c.var.services;
    const { period, find } = exportQuery.parse(c.req.query());
    const query = { find, ...(period && periodSpan(period, config.timeZone)) };
    c.header('Content-Type', 'text/csv; charset=utf-8');
    c.header('Content-Disposition', 'attachment; filename="ledger.csv"');
    // A write waits until the client has taken the one before.
    const write = async (out: StreamingApi) => {
      await out.write(csvHead(config.timeZone));
      let after: EntryRow | undefined;
      do {
        const rows = await listLedger(store.db, { ...query, after, limit: EXPORT_PAGE });
        await out.write(rows.map((row) => csvLine(row, config.timeZone)).join(''));
        after = rows.length === EXPORT_PAGE ? rows.at(-1) : undefined;
      } while (after && !out.aborted);
    };
    return stream(c, write, async (error) => {
      log.error('the ledger could not be exported', error);
      // A file that ends early must not look complete.
      (c.env as HttpBindings).outgoing.destroy();
    });
  });
