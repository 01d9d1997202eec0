import { randomBytes } from 'node:crypto';
import { readConfig } from '../../api/config.ts';
import { findOfferedGig } from '../../api/modules/catalog/gigs/queries.ts';
import { readBrand } from '../../api/modules/legal/legal-pages.ts';
import { totalOf } from '../../api/modules/orders/rules.ts';
import type { Cart } from '../../api/modules/orders/schema.ts';
import { startCheckout } from '../../api/modules/payments/checkout.ts';
import { settlePayment } from '../../api/modules/payments/settle-payment.ts';
import { systemClock } from '../../api/platform/clock.ts';
import { createEncryption } from '../../api/platform/encryption.ts';
import { createBackground } from '../../api/platform/jobs/background.ts';
import { createOutbox } from '../../api/platform/mail/outbox.ts';
import type { Provider } from '../../api/platform/payment-provider/client.ts';
import { createRateLimiter } from '../../api/platform/rate-limiting/rate-limiter.ts';
import { readSecrets } from '../../api/platform/secrets.ts';
import type { Services } from '../../api/platform/services.ts';
import { subscriptions } from '../../api/subscriptions.ts';
import { openDatabase } from '../../db/database.ts';
import { openFiles } from '../../db/files/stored-files.ts';
import type { User } from '../../db/schema.ts';
import { NO_CHECKS } from '../support/in-process-app.ts';
import { seedId } from '../support/seed-id.ts';

export const BUYER = 'asha@buyers.example';
const GIG = seedId('gig:business-website');
const QUIET = {
  info: () => {},
  error: (message: string, error: unknown) => console.error(message, error),
};

/** The use cases of the app on a database file, with a provider that answers at once and without a mail job. */
export function openSalesHarness(dataDir: string, env: Record<string, string | undefined> = {}) {
  const config = readConfig({ ...env, DATA_DIR: dataDir }, dataDir);
  const store = openDatabase(config.databaseUrl);
  const common = { config, clock: systemClock, log: QUIET };
  const outbox = createOutbox(store, {
    ...common,
    key: readSecrets(dataDir, config.secretKey).mailKey,
    readBrand,
  });
  // A closed outbox queues mail and sends none.
  void outbox.close();
  const services: Services = {
    ...common,
    store,
    files: openFiles(config.files, { store, clock: systemClock }),
    outbox,
    encryption: createEncryption(randomBytes(32)),
    provider: PROVIDER,
    limits: createRateLimiter(store, systemClock),
    background: createBackground(QUIET),
    realtime: { emit() {}, flushNotifications() {}, endSessions() {} },
    publisher: { async refreshPages() {}, changed() {} },
    personalData: [],
    installationChecks: NO_CHECKS,
    subscriptions,
    readBrand,
  };
  const close = async () => {
    await services.background.settled();
    await outbox.close();
    await store.close();
  };
  return { services, close };
}

let made = 0;

/** An id with the length of the provider's ids, ascending like them. */
function providerId(prefix: 'order' | 'pay'): string {
  made += 1;
  return `${prefix}_${process.pid.toString(36).padStart(5, '0')}${made.toString(36).padStart(9, '0')}`;
}

/** One order, placed and paid in full. */
export async function sell(services: Services, buyer: User, cart: Cart): Promise<void> {
  const again = { ...cart, checkoutId: crypto.randomUUID() };
  const checkout = await startCheckout(services, buyer, again, '');
  const outcome = await settlePayment(services, {
    id: providerId('pay'),
    order_id: checkout.orderId,
    status: 'captured',
    amount: checkout.amount,
    currency: 'INR',
    method: 'card',
    amount_refunded: 0,
    fee: null,
    tax: null,
    captured: true,
    created_at: services.clock().getTime() / 1000,
  });
  if (outcome !== 'settled') throw new Error(`an order was ${outcome}`);
}

/** A website with two extras. */
export async function fillCart({ store }: Services): Promise<Cart> {
  const gig = (await findOfferedGig(store.db, GIG, ''))?.gig;
  const plan = gig?.body.PricingPlans[0];
  if (!plan) throw new Error('the starter shop has changed');
  const extras = gig.body.extraFeatures.slice(0, 2).map((each) => ({ ...each, quantity: 1 }));
  return {
    checkoutId: '',
    currency: 'INR',
    orderItems: [
      {
        gigId: GIG,
        selectedPlan: { planType: plan.planType },
        extraFeatures: extras.map(({ _id, quantity }) => ({ id: _id, quantity })),
      },
    ],
    addressInfo: {
      firstName: 'Asha',
      lastName: 'Kulkarni',
      email: BUYER,
      address: '14 Law College Road',
      city: 'Pune',
      state: 'Maharashtra',
      country: 'India',
      phoneNo: '+91 98765 43210',
    },
    paymentType: 'Full',
    totalAmount: totalOf(plan, extras),
  };
}

const never = () => Promise.reject(new Error('the bench asks the provider for orders only'));

const PROVIDER: Provider = {
  keyId: 'rzp_test_bench',
  isTest: true,
  checkoutUrl: '',
  createOrder: () => Promise.resolve(providerId('order')),
  findOrder: () => Promise.resolve(null),
  fetchPayment: never,
  paymentsOf: never,
  listPayments: never,
  listRefunds: never,
  receiptOf: never,
  capture: never,
  refund: never,
  refundsOf: never,
  fetchDispute: never,
  listDowntimes: async () => [],
  listDisputes: () => Promise.resolve([]),
  acceptDispute: never,
  contestDispute: never,
  uploadEvidence: never,
  ping: never,
  isSigned: () => false,
  apiUrl: '',
  signEvent: () => '',
  isSignedEvent: () => false,
};
