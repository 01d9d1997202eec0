import { iso } from '../../api/platform/clock.ts';
import { newId } from '../../api/platform/ids.ts';
import type { Person } from './http-client.ts';
import type { TestApp } from './test-app.ts';

const MINUTE = 60_000;
/** SQLite limits the number of values in one statement. */
const AT_ONCE = 1_000;

/**
 * Inserts payments without an order, or overpayments of one, an hour apart and three at each moment to test ties. Each has a fee;
 * every tenth is refunded by half, and every hundredth refund has failed.
 */
export async function insertPayments(
  app: TestApp,
  many: number,
  orderId: string | null = null,
): Promise<void> {
  const newest = new Date('2026-06-30T10:00:00.000Z').getTime();
  const timeOf = (at: number) => iso(new Date(newest - Math.floor(at / 3) * 60 * MINUTE));
  const payments = Array.from({ length: many }, (_, at) => ({
    id: `pay_${String(at).padStart(14, 'A')}`,
    ...{ provider_order_id: '', instalment_id: null, order_id: orderId },
    ...{ amount: 1_000_00 + at, currency: 'INR', method: 'upi' },
    status: orderId ? ('surplus' as const) : ('unmatched' as const),
    ...{
      captured_at: timeOf(at),
      refunded: at % 10 ? 0 : 500_00,
      lost: 0,
      fee: 20_00,
      fee_tax: 3_05,
    },
  }));
  const refunds = payments
    .filter(({ refunded }) => refunded > 0)
    .map(({ id, captured_at, refunded }, at) => ({
      ...{ id: newId(), payment_id: id, provider_id: null, amount: refunded, reason: 'Agreed' },
      status: at % 100 === 99 ? ('failed' as const) : ('processed' as const),
      ...{ created_at: captured_at, updated_at: captured_at },
    }));
  for (let at = 0; at < many; at += AT_ONCE) {
    await app.write(async (tx) => {
      await tx
        .insertInto('payments')
        .values(payments.slice(at, at + AT_ONCE))
        .execute();
      const owed = refunds.slice(at / 10, (at + AT_ONCE) / 10);
      if (owed.length > 0) await tx.insertInto('refunds').values(owed).execute();
    });
  }
}

export interface LedgerLine {
  at: string;
  kind: string;
  amount: number;
  order: string;
  buyer: string;
  id: string;
  paymentId: string;
  status: string;
  note: string;
}

/** The lines of an exported ledger without its head. */
export const parseLedger = (csv: string): LedgerLine[] =>
  csv
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => {
      const cells = [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
        ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
      );
      const [at, kind, amount, order, buyer, id, paymentId, status, note] = cells as string[];
      return {
        ...({ at, kind, order, buyer, id, paymentId, status, note } as LedgerLine),
        amount: Number(amount),
      };
    });

export const readLedger = async (owner: Person, query = ''): Promise<LedgerLine[]> =>
  parseLedger(String((await owner.get(`/api/v1/desk/ledger/ledger.csv?${query}`)).body));
