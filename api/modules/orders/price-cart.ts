import type { Db } from '../../../db/database.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { type Currency, toPaise } from '../../platform/money/rules.ts';
import { isSold } from '../catalog/currencies.ts';
import { findOfferedGig, firstPictureOf } from '../catalog/gigs/queries.ts';
import { priceIn, sellsIn } from '../catalog/gigs/rules.ts';
import type { ScopeItem } from './agreements/rules.ts';
import { requireDiscount } from './discounts/discounts.ts';
import { discountLine } from './discounts/rules.ts';
import type { StoredItem } from './dto.ts';
import { canSplit, totalOf } from './rules.ts';
import type { Cart } from './schema.ts';
import { EXTRA_GONE, GIG_GONE, NO_SPLIT, PLAN_GONE, PRICE_CHANGED } from './texts.ts';

/** The contents and price of a cart, calculated by the server. */
export interface PricedCart {
  /** JSON of `StoredItem`s. */
  items: string;
  total: number;
  currency: Currency;
  deliveryDays: number;
  revisions: number;
  title: string;
  scope: ScopeItem[];
  /** The discount code that it uses. */
  discountId: string | undefined;
  /** Whether the files open when the part due on delivery is paid. */
  opensWhenPaid: boolean | undefined;
}

/**
 * Calculates the price of a cart. Throws 409 if the buyer saw a different total or the gig takes no orders today, 400 or 404 if
 * an item is no longer offered.
 */
export async function priceCart(db: Db, cart: Cart, today: string): Promise<PricedCart> {
  const priced = await readPrices(db, cart, today);
  if (toPaise(cart.totalAmount) !== priced.total) throw new ApiError(409, PRICE_CHANGED);
  if (cart.paymentType === 'Milestone' && !canSplit(priced.total)) {
    throw new ApiError(400, NO_SPLIT, { field: 'paymentType' });
  }
  return priced;
}

async function readPrices(db: Db, cart: Cart, today: string): Promise<PricedCart> {
  const item = cart.orderItems[0];
  if (!item) throw new ApiError(404, GIG_GONE);
  const { gigId } = item;
  const offered = await findOfferedGig(db, gigId, today);
  if (!offered) throw new ApiError(404, GIG_GONE);
  const { gig, whyNot } = offered;
  if (whyNot) throw new ApiError(409, whyNot);
  const { title } = gig;
  const { currency } = cart;
  // Equal numbers in another currency are another price.
  const isOffered = (await isSold(db, currency)) && sellsIn(gig.body, currency);
  if (!isOffered) throw new ApiError(409, PRICE_CHANGED);
  const plan = gig.body.PricingPlans.find(
    ({ planType }) => planType === item.selectedPlan.planType,
  );
  if (!plan) throw new ApiError(400, PLAN_GONE);
  const extrasById = new Map(gig.body.extraFeatures.map((extra) => [extra._id, extra]));
  const chosen = new Set(item.extraFeatures.map((extra) => extra.id));
  if (chosen.size < item.extraFeatures.length) throw new ApiError(400, EXTRA_GONE);
  const extras = item.extraFeatures.map(({ id, quantity }) => {
    const extra = extrasById.get(id);
    if (!extra) throw new ApiError(400, EXTRA_GONE);
    return { id, name: extra.name, price: toPaise(priceIn(extra, currency)), quantity };
  });
  const { _id, priceUsd, questions, opensWhenPaid, ...shown } = plan;
  const price = toPaise(priceIn(plan, currency));
  const discount =
    cart.discount && (await requireDiscount(db, ['id', cart.discount], { gigId, currency }));
  if (discount)
    extras.push(discountLine(totalOf({ price }, extras), { ...discount, _id: discount.id }));
  const picture = await firstPictureOf(db, gigId);
  const selectedPlan = { ...shown, price };
  const items: StoredItem[] = [
    {
      gigId,
      title,
      thumbnailImage: { url: picture?.url ?? '' },
      selectedPlan: questions.length > 0 ? { ...selectedPlan, questions } : selectedPlan,
      extraFeatures: extras,
    },
  ];
  return {
    items: JSON.stringify(items),
    total: totalOf({ price }, extras),
    currency,
    deliveryDays: plan.deliveryDays,
    revisions: plan.revisionCount,
    title: `${title}, ${plan.planType} package`,
    scope: [
      {
        name: plan.title,
        details: [plan.shortDescription, ...plan.features],
        quantity: 1,
        amount: price,
      },
      ...extras.map(({ name, price, quantity }) => ({
        ...{ name, details: [], quantity, amount: price * quantity },
      })),
    ],
    discountId: cart.discount,
    opensWhenPaid,
  };
}
