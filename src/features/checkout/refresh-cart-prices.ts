import { inCurrency, priceIn, sellsIn } from '../../../api/modules/catalog/gigs/rules.ts';
import type { Currency } from '../../../api/platform/money/rules.ts';
import { api, readJson } from '../../lib/api.ts';
import { $cart, chooseGig, currencyOf, setQuantity, toggleExtra } from './cart.ts';

const fetchGig = async (gigId: string) =>
  (await readJson(api.gig.get[':gigId'].$get({ param: { gigId } }))).gig;

/** Whether the cart is still to be made of what the address names (`checkoutPath`). */
export const isCartInAddress = (): boolean =>
  $cart.get() === null && new URLSearchParams(location.search).has('gig');

/** Makes the cart of what the address names, at the current prices. */
export async function restoreCart(): Promise<void> {
  const query = new URLSearchParams(location.search);
  const gig = await fetchGig(query.get('gig') ?? '');
  const plan = gig.PricingPlans.find(({ planType }) => planType === query.get('plan'));
  if (!plan) return;
  const thumbnailImage = { url: gig.thumbnailImages[0]?.url ?? '' };
  const isForeign = query.get('currency') === 'USD' && sellsIn(gig, 'USD');
  const currency = isForeign ? 'USD' : 'INR';
  chooseGig({
    ...{ gigId: gig._id, title: gig.title, thumbnailImage, currency },
    plan: inCurrency(plan, currency),
  });
  for (const chosen of query.getAll('extra')) {
    const [quantity, id] = chosen.split(' ');
    const extra = gig.extraFeatures.find(({ _id }) => _id === id);
    if (!extra) continue;
    toggleExtra(inCurrency(extra, currency));
    setQuantity(extra._id, Number(quantity));
  }
}

/** Updates the cart to the current prices, in this currency where it is sold in it; a changed cart is a new checkout. */
export async function refreshPrices(wanted?: Currency): Promise<void> {
  const cart = $cart.get();
  if (!cart || cart.orderId) return;
  const gig = await fetchGig(cart.gigId);
  const asked = wanted ?? currencyOf(cart);
  const currency = sellsIn(gig, asked) ? asked : 'INR';
  const plan = gig.PricingPlans.find((each) => each.planType === cart.selectedPlan.planType);
  const extraFeatures = cart.extraFeatures.flatMap((chosen) => {
    const offered = gig.extraFeatures.find((each) => each._id === chosen.id);
    return offered ? [{ ...chosen, name: offered.name, price: priceIn(offered, currency) }] : [];
  });
  $cart.set({
    ...cart,
    checkoutId: crypto.randomUUID(),
    currency,
    selectedPlan: plan ? inCurrency(plan, currency) : cart.selectedPlan,
    extraFeatures,
  });
}
