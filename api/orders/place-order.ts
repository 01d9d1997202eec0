import type { Db } from '../../db/connect.ts';
import type { Order, User } from '../../db/schema.ts';
import { transaction } from '../../db/transaction.ts';
import { presentPlan } from '../gigs/present.ts';
import { findPlan, findPublishedGig, firstPictureOf, listExtrasOf } from '../gigs/queries.ts';
import { HOUR, iso, later } from '../lib/clock.ts';
import type { Deps } from '../lib/deps.ts';
import { UserError } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import { presentPicture } from '../media/present.ts';
import { type OpenDue, openDue, tooManyOpen } from '../payments/open-due.ts';
import { hasTooManyOpen, insertInstalments } from '../payments/queries.ts';
import { canSplit, instalmentsOf, toPaise, toRupees } from '../payments/rules.ts';
import { noteOnOrder } from './events.ts';
import { findCheckout, insertOrder, updateAddress } from './queries.ts';
import {
  EXTRA_GONE,
  GIG_GONE,
  NO_SPLIT,
  OTHER_CART,
  PLAN_GONE,
  PRICE_CHANGED,
  totalOf,
} from './rules.ts';
import type { Cart } from './schema.ts';

/**
 * Stores the checkout as the server prices it, then opens what is due at the provider.
 * The same checkout again leads to the same order and the same due (decisions §3).
 */
export async function placeOrder(deps: Deps, buyer: User, cart: Cart): Promise<OpenDue> {
  const known = await findCheckout(deps.store.db, buyer.id, cart.checkoutId);
  const order = known && known.paid > 0 ? known : await store(deps, buyer, cart);
  return openDue(deps, order);
}

async function store(deps: Deps, buyer: User, cart: Cart): Promise<Order> {
  const { db } = deps.store;
  const priced = await price(db, cart);
  if (toPaise(cart.totalAmount) !== priced.total) throw new UserError(409, PRICE_CHANGED);
  if (cart.paymentType === 'Milestone' && !canSplit(priced.total)) {
    throw new UserError(400, NO_SPLIT, { field: 'paymentType' });
  }
  return transaction(deps, async (tx) => {
    const now = iso(deps.clock());
    const who = billTo(cart);
    const known = await findCheckout(tx, buyer.id, cart.checkoutId);
    if (known) {
      const same =
        known.items === priced.items &&
        known.total === priced.total &&
        known.payment_type === cart.paymentType;
      if (!same) throw new UserError(409, OTHER_CART);
      await updateAddress(tx, known.id, { ...who, updated_at: now });
      return known;
    }
    const since = later(deps.clock(), -HOUR);
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
    await noteOnOrder(tx, order.id, {
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
  if (!item || !gig) throw new UserError(404, GIG_GONE);
  const plan = await findPlan(db, gig.id, item.selectedPlan.planType);
  if (!plan) throw new UserError(400, PLAN_GONE);
  const offered = new Map((await listExtrasOf(db, gig.id)).map((extra) => [extra.id, extra]));
  const chosen = new Set(item.extraFeatures.map((extra) => extra.id));
  if (chosen.size < item.extraFeatures.length) throw new UserError(400, EXTRA_GONE);
  const extras = item.extraFeatures.map(({ id, quantity }) => {
    const extra = offered.get(id);
    if (!extra) throw new UserError(400, EXTRA_GONE);
    return { id, name: extra.name, price: extra.price, quantity };
  });
  const picture = await firstPictureOf(db, gig.id);
  const { _id, ...selectedPlan } = presentPlan(plan);
  const items = [
    {
      gigId: gig.id,
      title: gig.title,
      thumbnailImage: { url: picture ? presentPicture(picture).url : '' },
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
