import type { RazorpayKeys } from '../../api/config.ts';
import {
  createProvider,
  type Provider,
  ProviderError,
  type ProviderPayment,
  readRefund,
} from '../../api/platform/payment-provider/client.ts';
import type { ProviderDispute } from '../../api/platform/payment-provider/disputes.ts';
import type { RazorpaySandbox } from '../../api/razorpay-sandbox/sandbox.ts';

interface List<T> {
  items: T[];
}

/** The provider's calls, except for evidence, answered by the sandbox's own routes without a network. */
export function inProcessProvider({ app }: RazorpaySandbox, keys: RazorpayKeys): Provider {
  const authorization = `Basic ${Buffer.from(`${keys.keyId}:${keys.keySecret}`).toString('base64')}`;
  async function call<T>(path: string, body?: object, more: Record<string, string> = {}) {
    const headers = { authorization, 'content-type': 'application/json', ...more };
    const answer = await app.request(
      `/v1/${path}`,
      body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers },
    );
    if (!answer.ok) {
      const said = await answer.text();
      const words = said.startsWith('{') ? JSON.parse(said).error.description : said;
      throw new ProviderError(answer.status, words);
    }
    return (await answer.json()) as T;
  }
  const list = async <T>(path: string, query: Record<string, number | string>) => {
    const search = new URLSearchParams(Object.entries(query).map(([name, of]) => [name, `${of}`]));
    return (await call<List<T>>(`${path}?${search}`)).items;
  };
  return {
    ...createProvider(keys),
    createOrder: async ({ amount, currency = 'INR', receipt }) =>
      (await call<{ id: string }>('orders', { amount, currency, receipt })).id,
    findOrder: async (receipt) =>
      (await list<{ id: string }>('orders', { receipt, count: 1 }))[0]?.id ?? null,
    receiptOf: async (id) => (await call<{ receipt: string | null }>(`orders/${id}`)).receipt,
    fetchPayment: (id) => call(`payments/${id}`),
    paymentsOf: async (id) => (await call<List<ProviderPayment>>(`orders/${id}/payments`)).items,
    listPayments: (page) => list('payments', page),
    listRefunds: async (page) => (await list<object>('refunds', page)).map(readRefund),
    listDowntimes: () => list('payments/downtimes', {}),
    listDisputes: (page) => list('disputes', page),
    fetchDispute: (id) => call<ProviderDispute>(`disputes/${id}`),
    capture: ({ id, amount, currency }) => call(`payments/${id}/capture`, { amount, currency }),
    refund: async ({ id, paymentId, amount, speed = 'normal' }) =>
      readRefund(
        await call<object>(
          `payments/${paymentId}/refund`,
          { amount, speed, receipt: id },
          { 'X-Refund-Idempotency': id },
        ),
      ),
    refundsOf: async (id) =>
      (await list<object>(`payments/${id}/refunds`, { count: 100 })).map(readRefund),
  };
}
