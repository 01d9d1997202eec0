import type { Db } from '../../../db/database.ts';
import { lockName } from '../../../db/engine.ts';
import { readDocument, storeDocument } from '../../../db/settings.ts';
import { type Tx, transaction } from '../../../db/transaction.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { newId } from '../../platform/ids.ts';
import { type Provider, ProviderError } from '../../platform/payment-provider/client.ts';
import type { Services } from '../../platform/services.ts';
import type { OpenedInstalment } from './checkout.ts';
import { PROVIDER_UNREACHABLE, refusedWith } from './texts.ts';

const TEST_RECEIPT = 'doctor-';

/** The type of the doctor's test webhook. */
export const DOCTOR_EVENT = 'doctor.check';

/** In paise. */
export const ONE_RUPEE = 100;

/**
 * The receipt of the doctor's ₹1 test order, whose payment belongs to no order here. At most 40 characters.
 */
export const doctorReceipt = (id: string): string => TEST_RECEIPT + id.replaceAll('-', '');
export const isDoctorReceipt = (receipt: string | null): boolean =>
  receipt?.startsWith(TEST_RECEIPT) ?? false;

export const createTestOrder = (provider: Provider): Promise<string> => {
  const receipt = doctorReceipt(newId());
  return provider.createOrder({ amount: ONE_RUPEE, receipt, orderId: receipt });
};

/** Refunds the payment of a test order; false if it has none. Idempotent by `refundId`. */
export async function refundTestOrder(
  provider: Provider,
  { orderId, refundId }: { orderId: string; refundId: string },
): Promise<boolean> {
  const payments = await provider.paymentsOf(orderId);
  const paid = payments.find(({ status }) => status !== 'failed' && status !== 'created');
  if (!paid) return false;
  if ((paid.amount_refunded ?? 0) >= ONE_RUPEE) return true;
  const captured = paid.captured ? paid : await provider.capture(paid);
  const refund = { id: refundId, paymentId: captured.id, amount: ONE_RUPEE };
  const made = await provider.refund(refund);
  if (made.amount !== ONE_RUPEE || made.status === 'failed') throw new Error('it was refused');
  return true;
}

/** The purchase of ₹1 with which the owner tries the payments; another key needs another. */
interface TestPurchase {
  keyId: string;
  orderId: string;
  refundId: string;
  isRefunded: boolean;
}

const KEY = 'test purchase';
const NOT_PAID = 'No payment of the ₹1 has arrived yet. Try again in a minute.';

async function readPurchase(db: Db, { keyId }: Provider): Promise<TestPurchase | null> {
  const purchase = await readDocument<TestPurchase>(db, KEY);
  return purchase?.keyId === keyId ? purchase : null;
}

const storePurchase = (tx: Tx, purchase: TestPurchase) => storeDocument(tx, KEY, purchase);

/** Opens the purchase at the provider; the one that is open already, if there is one. */
export async function openTestPurchase(services: Services): Promise<OpenedInstalment> {
  const { store, provider } = services;
  const open = await readPurchase(store.db, provider);
  const purchase =
    open && !open.isRefunded
      ? open
      : await orUnreachable(services, async () => {
          const orderId = await createTestOrder(provider);
          const made = { keyId: provider.keyId, orderId, refundId: newId(), isRefunded: false };
          return transaction(services, async (tx) => {
            await lockName(tx, KEY);
            const other = await readPurchase(tx, provider);
            if (other && !other.isRefunded) return other;
            await storePurchase(tx, made);
            return made;
          });
        });
  const { orderId, keyId: key } = purchase;
  return { orderId, amount: ONE_RUPEE, currency: 'INR', key, part: 1 };
}

/** Refunds the purchase. Throws 409 while it is not paid. */
export async function refundTestPurchase(services: Services): Promise<void> {
  const { store, provider } = services;
  const purchase = await readPurchase(store.db, provider);
  if (!purchase) throw new ApiError(409, NOT_PAID);
  if (purchase.isRefunded) return;
  const isPaid = await orUnreachable(services, () => refundTestOrder(provider, purchase));
  if (!isPaid) throw new ApiError(409, NOT_PAID);
  await transaction(services, (tx) => storePurchase(tx, { ...purchase, isRefunded: true }));
}

async function orUnreachable<R>({ log }: Services, work: () => Promise<R>): Promise<R> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    log.error('the test purchase could not be made', error);
    if (error.isRefusal) throw new ApiError(409, refusedWith(error.words));
    throw new ApiError(502, PROVIDER_UNREACHABLE, { retryAfter: 5 });
  }
}

/** How far the purchase with the current keys is, and whether the provider has reported its payment. */
export async function findTestPurchase(
  db: Db,
  provider: Provider,
): Promise<{ state: 'none' | 'open' | 'refunded'; isReported: boolean }> {
  const purchase = await readPurchase(db, provider);
  if (!purchase) return { state: 'none', isReported: false };
  const report = await db
    .selectFrom('payment_events')
    .select('id')
    .where('body', 'like', `%"${purchase.orderId}"%`)
    .limit(1)
    .executeTakeFirst();
  return { state: purchase.isRefunded ? 'refunded' : 'open', isReported: report !== undefined };
}
