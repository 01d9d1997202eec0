import type { Provider } from '../../api/platform/payment-provider/client.ts';
import { openSalesHarness } from '../bench/sales-harness.ts';
import { type Race, racesOf } from './race-steps.ts';

// One side of a race: opens the database of a test, runs the use cases that it names and sends their results.
const ANSWERS: Partial<Provider> = {
  refund: async ({ id, paymentId, amount }) => ({
    ...{ id: `rfnd_${id}`, payment_id: paymentId, amount, receipt: id },
    status: 'processed' as const,
  }),
  refundsOf: async () => [],
  fetchDispute: async (id) => ({
    ...{ id, payment_id: id.replace('disp', 'pay'), amount: 10_000, amount_deducted: 0 },
    ...{ currency: 'INR', reason_code: 'fraud', respond_by: 1_800_000_000, created_at: 1 },
    ...{ status: 'open' as const, phase: 'chargeback' as const },
  }),
};

type Message =
  | { open: { dataDir: string; env: Record<string, string> } }
  | { race: Race; round: number; side: number }
  | 'close';

let harness: ReturnType<typeof openSalesHarness>;
let races: ReturnType<typeof racesOf>;

async function run(message: Message): Promise<unknown> {
  if (message === 'close') return harness.close();
  if ('race' in message) return races[message.race](message.round, message.side);
  harness = openSalesHarness(message.open.dataDir, { ...process.env, ...message.open.env });
  const { services } = harness;
  services.provider = { ...services.provider, ...ANSWERS };
  races = racesOf(services);
  return 'open';
}

process.on('message', (message: Message) => {
  run(message).then(
    (result) => process.send?.({ result }),
    (error: Error & { status?: number }) =>
      process.send?.({ result: error.status ?? `${error.stack}` }),
  );
});
process.send?.('ready');
