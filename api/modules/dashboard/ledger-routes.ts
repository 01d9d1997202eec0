import { Hono } from 'hono';
import { stream } from 'hono/streaming';
import { z } from 'zod';
import { audited } from '../../platform/audit/audited.ts';
import type { Env } from '../../platform/http/env.ts';
import { toRupees } from '../../platform/money/rules.ts';
import { limitDownloads } from '../accounts/limit-downloads.ts';
import { csvHead, csvLine } from './ledger-csv.ts';
import { firstPaymentAt, sumMonths } from './ledger-month-totals.ts';
import { monthBounds, periodSpan, yearOf } from './ledger-periods.ts';
import {
  type EntryRow,
  type LedgerCursor,
  type LedgerQuery,
  listLedger,
} from './ledger-queries.ts';
import { LEDGER_KINDS } from './ledger-rules.ts';

const PAGE = 50;
const EXPORT_PAGE = 500;
const SEPARATOR = '~';

const cursorOf = ({ at, kind, id }: LedgerCursor): string => [at, kind, id].join(SEPARATOR);

function parseCursor(cursor: string): LedgerCursor | undefined {
  const [at, name, id, ...more] = cursor.split(SEPARATOR);
  const kind = LEDGER_KINDS.find((each) => each === name);
  return at && kind && id && more.length === 0 ? { at, kind, id } : undefined;
}

const filters = z.object({
  kind: z.enum(LEDGER_KINDS).optional().catch(undefined),
  period: z
    .string()
    .regex(/^2\d{3}(-(0[1-9]|1[0-2]))?$/)
    .optional()
    .catch(undefined),
  find: z.string().trim().max(100).optional().catch(undefined),
  after: z.string().max(200).transform(parseCursor).optional().catch(undefined),
});
const yearQuery = z.object({
  year: z.coerce.number().int().min(2000).max(9998).optional().catch(undefined),
});

/** Parses the filters of a request. Months and years are in the seller's time zone. */
function parseFilters(query: Record<string, string>, timeZone: string): Omit<LedgerQuery, 'limit'> {
  const { period, ...rest } = filters.parse(query);
  return { ...rest, ...(period && periodSpan(period, timeZone)) };
}

const toEntryDto = ({ id, amount, ...row }: EntryRow) => ({
  _id: id,
  amount: toRupees(amount),
  ...row,
});

/** Routes of the ledger; mounted behind the owner's guard. */
export const ledgerRoutes = new Hono<Env>()
  .get('/', async (c) => {
    const { store, config } = c.var.services;
    const query = parseFilters(c.req.query(), config.timeZone);
    const rows = await listLedger(store.db, { ...query, limit: PAGE + 1 });
    const page = rows.slice(0, PAGE);
    const last = rows.length > PAGE ? page.at(-1) : undefined;
    return c.json({
      success: true as const,
      entries: page.map(toEntryDto),
      next: last ? cursorOf(last) : null,
    });
  })
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
    const { store, config } = c.var.services;
    const query = parseFilters(c.req.query(), config.timeZone);
    c.header('Content-Type', 'text/csv; charset=utf-8');
    c.header('Content-Disposition', 'attachment; filename="ledger.csv"');
    return stream(c, async (out) => {
      await out.write(csvHead(config.timeZone));
      let after: LedgerCursor | undefined;
      do {
        const rows = await listLedger(store.db, { ...query, after, limit: EXPORT_PAGE });
        await out.write(rows.map((row) => csvLine(row, config.timeZone)).join(''));
        after = rows.length === EXPORT_PAGE ? rows.at(-1) : undefined;
      } while (after && !out.aborted);
    });
  });
