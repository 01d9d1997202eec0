import { transaction } from '../../../../db/transaction.ts';
import { SECOND } from '../../../platform/clock.ts';
import { longMoment } from '../../../platform/dates.ts';
import { isLoopback } from '../../../platform/http/local-only.ts';
import { newId } from '../../../platform/ids.ts';
import { explainProviderError } from '../../payments/check-keys-at-start.ts';
import {
  createTestOrder,
  DOCTOR_EVENT,
  refundTestOrder,
} from '../../payments/doctor-test-order.ts';
import { findChangedAmounts } from '../../payments/overpayments.ts';
import { eventIdOf, findUnreported } from '../../payments/webhook.ts';
import { type Check, CheckFailed, type DoctorServices, orFail, requireStore } from './check.ts';

const TIMEOUT = 8 * SECOND;
const NOT_REPORTED = 'Reports of payments do not reach the shop';

/**
 * Sends a webhook to the public address, as the provider would, then checks that it was stored. It is signed with
 * the secret of this app, so only the provider's own webhooks show whether the provider has the same one.
 */
export const webhook: Check = {
  part: 'Webhook',
  async run(services) {
    const { config, provider, clock } = services;
    const store = requireStore(services);
    const unreported = await findUnreported(store.db, clock());
    if (unreported)
      throw new CheckFailed(
        `Razorpay has reported no payment since ${longMoment(unreported, config.timeZone)}, when one arrived. See in Razorpay’s dashboard that the webhook is still active.`,
        'Set RAZORPAY_WEBHOOK_SECRET to the one in Razorpay’s dashboard.',
      );
    const url = `${config.siteOrigin}/api/v1/gig/webhook`;
    const body = JSON.stringify({ event: DOCTOR_EVENT, id: newId(), payload: {} });
    const answer = await orFail(NOT_REPORTED, () =>
      fetch(url, {
        method: 'POST',
        body,
        headers: {
          'Content-Type': 'application/json',
          'X-Razorpay-Signature': provider.signEvent(body),
        },
        signal: AbortSignal.timeout(TIMEOUT),
      }),
    );
    if (answer.status === 400)
      throw new CheckFailed(
        `${NOT_REPORTED}.`,
        `${url} finds a wrong signature: pass on body and headers unchanged.`,
      );
    if (answer.status !== 200)
      throw new CheckFailed(`${NOT_REPORTED}.`, `${url} answers ${answer.status} instead of 200.`);
    const stored = await transaction({ store }, (tx) =>
      tx
        .deleteFrom('payment_events')
        .where('id', '=', eventIdOf(body))
        .returning('id')
        .executeTakeFirst(),
    );
    if (!stored)
      throw new CheckFailed(
        `${NOT_REPORTED}.`,
        `${url} leads to another database than ${store.engine} here.`,
      );
    return `A signed report reached the database through ${config.siteOrigin}.`;
  },
};

/**
 * Pays and refunds ₹1 in the sandbox. With Razorpay's test keys it only creates an order of ₹1, with live keys
 * it only makes a call that needs valid keys.
 */
export const payment: Check = {
  part: 'Payment',
  async run({ provider }, _probes, { byPerson }) {
    await provider.ping().catch((error: unknown) => {
      const { text, server } = explainProviderError(error);
      throw new CheckFailed(text, server);
    });
    if (!byPerson) return 'Razorpay accepts the keys.';
    if (!provider.keyId.startsWith('rzp_test_'))
      return 'Razorpay accepts the live keys. No money was moved.';
    const orderId = await orFail(
      'No order of ₹1 could be made',
      () => createTestOrder(provider),
      'Check the RAZORPAY_* keys',
    );
    if (!isLoopback(new URL(provider.apiUrl).hostname))
      return 'Razorpay took an order of ₹1 with the test keys. Pay once with the test card 4100 2800 0000 1007.';
    await orFail('₹1 could not be paid', () => payInSandbox(provider, orderId));
    await orFail('The ₹1 was paid and could not be refunded', () => refund(provider, orderId));
    return 'The sandbox took ₹1 and refunded it.';
  },
};

type Provider = DoctorServices['provider'];

async function payInSandbox({ apiUrl, keyId }: Provider, orderId: string): Promise<void> {
  const call = async (path: string, body: object) => {
    const answer = await fetch(`${apiUrl}/checkout/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ key_id: keyId, order_id: orderId, ...body }),
      signal: AbortSignal.timeout(TIMEOUT),
    });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    return (await answer.json()) as { payment_id?: string };
  };
  const begun = await call('payments', { method: 'upi', vpa: 'success@razorpay' });
  await call(`payments/${begun.payment_id}/confirm`, {});
}

async function refund(provider: Provider, orderId: string): Promise<void> {
  if (!(await refundTestOrder(provider, { orderId, refundId: newId() })))
    throw new Error('the provider does not know the payment');
}

/** A fee on top or an offer that is switched on at the provider: no sale with it has the amount of its order. */
export const paymentAmounts: Check = {
  part: 'Payment amounts',
  async run(services) {
    const { config, clock } = services;
    const changed = await findChangedAmounts(requireStore(services).db, clock());
    if (changed)
      throw new CheckFailed(
        `${changed.notice} Last seen ${longMoment(changed.at, config.timeZone)}, ${changed.method}.`,
      );
    return 'No payment of the last week had another amount than its order.';
  },
};

/** A published shop needs live keys. */
export const paymentKeys: Check = {
  part: 'Payment keys',
  async run({ config, provider }) {
    if (!config.production) return 'Development settings: no real money moves.';
    if (provider.isTest)
      throw new CheckFailed('Test keys: nobody really pays.', 'Set the live RAZORPAY_* keys.');
    return 'Live keys.';
  },
};
