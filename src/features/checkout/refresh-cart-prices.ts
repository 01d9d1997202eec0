import { api, readJson } from '../../lib/api.ts';
import { $cart } from './cart.ts';

/** Updates the cart to the current prices; a changed cart is a new checkout. */
export async function refreshPrices(): Promise<void> {
  const cart = $cart.get();
  if (!cart || cart.orderId) return;
  const { gig } = await readJson(api.gig.get[':gigId'].$get({ param: { gigId: cart.gigId } }));
  const plan = gig.PricingPlans.find((each) => each.planType === cart.selectedPlan.planType);
  const extraFeatures = cart.extraFeatures.flatMap((chosen) => {
    const offered = gig.extraFeatures.find((each) => each._id === chosen.id);
    return offered ? [{ ...chosen, name: offered.name, price: offered.price }] : [];
  });
  $cart.set({
    ...cart,
    checkoutId: crypto.randomUUID(),
    selectedPlan: plan ?? cart.selectedPlan,
    extraFeatures,
  });
}
