import type { Db } from '../../../db/connect.ts';
import type { Order, User } from '../../../db/schema.ts';
import { transaction } from '../../../db/transaction.ts';
import { HOUR, iso, later } from '../../platform/clock.ts';
import { toPictureDto } from '../../platform/files/dto.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { newId } from '../../platform/ids.ts';
import { toPaise, toRupees } from '../../platform/money/rules.ts';
import type { Services } from '../../platform/services.ts';
import { toPlanDto } from '../catalog/gigs/dto.ts';
import {
  findPlan,
  findPublishedGig,
  firstPictureOf,
  listExtrasOf,
} from '../catalog/gigs/queries.ts';
import { type OpenedInstalment, openInstalment, tooManyOpen } from '../payments/open-instalment.ts';
import { hasTooManyOpen, insertInstalments } from '../payments/queries.ts';
import { instalmentsOf } from '../payments/rules.ts';
import { findCheckout, insertOrder, updateAddress } from './queries.ts';
import {
  canSplit,
  EXTRA_GONE,
  GIG_GONE,
  NO_SPLIT,
  OTHER_CART,
  PLAN_GONE,
  PRICE_CHANGED,
  totalOf,
} from './rules.ts';
import type { Cart } from './schema.ts';
import { addOrderEvent } from './timeline.ts';

/**
 * Stores the checkout as the server prices it, then opens what is due at the provider.
 * The same checkout again leads to the same order and the same due (decisions §3).
 */
export async function placeOrder(
  services: Services,
  buyer: User,
  cart: Cart,
): Promise<OpenedInstalment> {
  const known = await findCheckout(services.store.db, buyer.id, cart.checkoutId);
  const order = known && known.paid > 0 ? known : await store(services, buyer, cart);
  return openInstalment(services, order);
}

async function store(services: Services, buyer: User, cart: Cart): Promise<Order> {
  const { db } = services.store;
  const priced = await price(db, cart);
  if (toPaise(cart.totalAmount) !== priced.total) throw new ApiError(409, PRICE_CHANGED);
  if (cart.paymentType === 'Milestone' && !canSplit(priced.total)) {
    throw new ApiError(400, NO_SPLIT, { field: 'paymentType' });
  }
  return transaction(services, async (tx) => {
    const now = iso(services.clock());
    const who = billTo(cart);
    const known = await findCheckout(tx, buyer.id, cart.checkoutId);
    if (known) {
      const same =
        known.items === priced.items &&
        known.total === priced.total &&
        known.payment_type === cart.paymentType;
      if (!same) throw new ApiError(409, OTHER_CART);
      await updateAddress(tx, known.id, { ...who, updated_at: now });
      return known;
    }
    const since = later(services.clock(), -HOUR);
    if (await hasTooManyOpen(tx, buyer.id, since)) throw tooManyOpen();
    const order = await insertOrder(tx, {
      id: newId(),
      buyer_id: buyer.id,
      checkout_id: cart.checkoutId,
      status: 'In Progress',
      payment_type: cart.paymentType,
      total: priced.total,
      paid: 0,
      refunded: 0,
      failed_at: null,
      items: priced.items,
      ...who,
      delivery_days: priced.deliveryDays,
      max_revisions: priced.revisions,
      used_revisions: 0,
      delivery_date: null,
      paid_at: null,
      created_at: now,
      updated_at: now,
    });
    const dues = instalmentsOf(priced.total, cart.paymentType);
    await insertInstalments(
      tx,
      dues.map((amount, at) => ({
        id: newId(),
        order_id: order.id,
        number: at === 0 ? 1 : 2,
        amount,
        provider_order_id: null,
        payment_id: null,
        created_at: now,
        checked_at: null,
        opened_at: null,
      })),
    );
    await addOrderEvent(tx, order.id, {
      key: 'placed',
      kind: 'placed',
      data: { amount: order.total },
      at: now,
    });
    return order;
  });
}

function billTo({ addressInfo }: Cart) {
  const { firstName, lastName, email, ...place } = addressInfo;
  return {
    buyer_name: `${firstName} ${lastName}`,
    buyer_email: email,
    address: JSON.stringify({ firstName, lastName, email, ...place }),
  };
}

/** What the cart holds and costs, read from the shop's own tables; prices in the snapshot are rupees. */
async function price(db: Db, cart: Cart) {
  const item = cart.orderItems[0];
  const gig = item && (await findPublishedGig(db, item.gigId));
  if (!item || !gig) throw new ApiError(404, GIG_GONE);
  const plan = await findPlan(db, gig.id, item.selectedPlan.planType);
  if (!plan) throw new ApiError(400, PLAN_GONE);
  const offered = new Map((await listExtrasOf(db, gig.id)).map((extra) => [extra.id, extra]));
  const chosen = new Set(item.extraFeatures.map((extra) => extra.id));
  if (chosen.size < item.extraFeatures.length) throw new ApiError(400, EXTRA_GONE);
  const extras = item.extraFeatures.map(({ id, quantity }) => {
    const extra = offered.get(id);
    if (!extra) throw new ApiError(400, EXTRA_GONE);
    return { id, name: extra.name, price: extra.price, quantity };
  });
  const picture = await firstPictureOf(db, gig.id);
  const { _id, ...selectedPlan } = toPlanDto(plan);
  const items = [
    {
      gigId: gig.id,
      title: gig.title,
      thumbnailImage: { url: picture ? toPictureDto(picture).url : '' },
      selectedPlan,
      extraFeatures: extras.map((extra) => ({ ...extra, price: toRupees(extra.price) })),
    },
  ];
  return {
    items: JSON.stringify(items),
    total: totalOf(plan, extras),
    deliveryDays: plan.delivery_days,
    revisions: plan.revision_count,
  };
}
