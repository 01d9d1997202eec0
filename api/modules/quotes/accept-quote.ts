import type { Order, Quote, User } from '../../../db/schema.ts';
import { type Tx, transaction } from '../../../db/transaction.ts';
import { DAY, iso, later } from '../../platform/clock.ts';
import { emit } from '../../platform/events.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Services } from '../../platform/services.ts';
import { firstPictureOf } from '../catalog/gigs/queries.ts';
import { requireOpenShop } from '../catalog/shop.ts';
import type { AgreementTerms } from '../orders/agreements/rules.ts';
import { writeAgreement } from '../orders/agreements/write-agreement.ts';
import type { StoredItem } from '../orders/dto.ts';
import { billingOf, holdShown, requireCurrencyOf } from '../orders/place-order.ts';
import { findOrder, insertOrder, lockCheckouts } from '../orders/queries.ts';
import { addOrderEvent } from '../orders/timeline.ts';
import { createInstalments } from '../payments/checkout.ts';
import { DAYS_TO_PAY } from '../payments/instalment-rules.ts';
import { quoteAccepted, quoteDeclined } from './events.ts';
import { findQuoteOf, storeOrderOfQuote, updateQuoteStatus } from './queries.ts';
import type { Acceptance } from './schema.ts';
import { requireConversation } from './send-quote.ts';
import { reasonClosed, UNKNOWN_QUOTE } from './texts.ts';

/**
 * Turns an open quote into an order with agreement and instalments. Idempotent: accepting again returns the
 * same order.
 */
export function acceptQuote(
  services: Services,
  buyer: User,
  id: string,
  acceptance: Acceptance,
): Promise<Order> {
  const at = iso(services.clock());
  return transaction(services, async (tx) => {
    await lockCheckouts(tx, buyer.id);
    const quote = await decideAs(tx, buyer, id, 'Accepted', at);
    if (!quote.isNew) return quote.order;
    await requireOpenShop(tx);
    const order = await makeOrder(tx, services, buyer, { ...quote, acceptance, at });
    await storeOrderOfQuote(tx, id, order.id);
    const conversation = await requireConversation(tx, quote.quote.conversation_id);
    const accepted = { ...quote.quote, order_id: order.id };
    await emit(tx, services, quoteAccepted, { quote: accepted, conversation, at });
    return order;
  });
}

export async function declineQuote(services: Services, buyer: User, id: string): Promise<void> {
  const at = iso(services.clock());
  await transaction(services, async (tx) => {
    const { quote } = await decideAs(tx, buyer, id, 'Declined', at);
    const conversation = await requireConversation(tx, quote.conversation_id);
    await emit(tx, services, quoteDeclined, { quote, conversation, at });
  });
}

type Decided =
  | { isNew: true; quote: Quote; gigId: string | null }
  | { isNew: false; quote: Quote; order: Order };

async function decideAs(
  tx: Tx,
  buyer: User,
  id: string,
  to: 'Accepted' | 'Declined',
  at: string,
): Promise<Decided> {
  const known = await findQuoteOf(tx, buyer.id, id);
  if (!known) throw new ApiError(404, UNKNOWN_QUOTE);
  const quote = await updateQuoteStatus(tx, id, to, at);
  if (quote) return { isNew: true, quote, gigId: known.gig_id };
  // Read again: the quote may have been decided in between, which is then the reason.
  const now = await findQuoteOf(tx, buyer.id, id);
  const order = now?.order_id ? await findOrder(tx, now.order_id) : undefined;
  if (to === 'Accepted' && now?.status === 'Accepted' && order)
    return { isNew: false, quote: now, order };
  throw new ApiError(409, reasonClosed(now?.status ?? known.status));
}

async function makeOrder(
  tx: Tx,
  services: Services,
  buyer: User,
  accepted: { quote: Quote; gigId: string | null; acceptance: Acceptance; at: string },
): Promise<Order> {
  const { quote, gigId, acceptance, at } = accepted;
  if (!quote.json || !quote.sha256) throw new Error('a quote was accepted that was never sent');
  const terms = JSON.parse(quote.json) as AgreementTerms;
  requireCurrencyOf(acceptance.addressInfo, terms.currency);
  const order = await insertOrder(tx, {
    ...{ id: newId(), buyer_id: buyer.id, checkout_id: quote.id, status: 'In Progress' },
    payment_type: terms.parts.length === 1 ? 'Full' : 'Milestone',
    ...{ total: terms.total, currency: terms.currency, paid: 0, refunded: 0, lost: 0 },
    items: JSON.stringify([await itemOf(tx, terms, gigId)]),
    ...(await billingOf(tx, services, acceptance.addressInfo, buyer)),
    is_test: services.provider.isTest ? 1 : 0,
    ...{ delivery_days: terms.deliveryDays, max_revisions: terms.revisions, used_revisions: 0 },
    ...{ created_at: at, updated_at: at },
  });
  if (!order) throw new Error('an open quote was an order already');
  // Not in the agreement, which is the quote as it was sent.
  await holdShown(tx, services, order, acceptance);
  await addOrderEvent(tx, order.id, {
    ...{ key: 'placed', kind: 'placed', at },
    data: { amount: order.total },
  });
  const { json, sha256 } = quote;
  const agreed = { json, sha256 };
  await writeAgreement(tx, { orderId: order.id, terms: agreed, acceptedBy: buyer.id, at });
  const payBy = later(new Date(at), DAYS_TO_PAY * DAY);
  const instalments = terms.parts.map((agreed, index) =>
    index === 0 ? { ...agreed, payBy } : agreed,
  );
  await createInstalments(tx, services.clock, order, instalments);
  tx.onCommit(() => services.metrics?.ordersPlaced.inc());
  return order;
}

/** The single item of a quote's order. It belongs to the gig about which the buyer asked. */
async function itemOf(tx: Tx, terms: AgreementTerms, gigId: string | null): Promise<StoredItem> {
  const picture = gigId ? await firstPictureOf(tx, gigId) : undefined;
  return {
    gigId: gigId ?? '',
    title: terms.title,
    thumbnailImage: { url: picture?.url ?? '/img/portrait.webp' },
    selectedPlan: {
      planType: 'Custom',
      title: terms.title,
      price: terms.total,
      shortDescription: 'As agreed in the quote.',
      deliveryDays: terms.deliveryDays,
      revisionCount: terms.revisions,
      features: terms.scope.map(({ name }) => name),
    },
    extraFeatures: [],
  };
}
