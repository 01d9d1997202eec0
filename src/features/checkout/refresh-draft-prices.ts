import { api, read } from '../../lib/api.ts';
import { $draft } from './draft.ts';

/** Updates the draft to the current prices; a changed cart is a new checkout. */
export async function refreshPrices(): Promise<void> {
  const draft = $draft.get();
  if (!draft || draft.orderId) return;
  const { gig } = await read(api.gig.get[':gigId'].$get({ param: { gigId: draft.gigId } }));
  const plan = gig.PricingPlans.find((each) => each.planType === draft.selectedPlan.planType);
  const extraFeatures = draft.extraFeatures.flatMap((chosen) => {
    const offered = gig.extraFeatures.find((each) => each._id === chosen.id);
    return offered ? [{ ...chosen, name: offered.name, price: offered.price }] : [];
  });
  $draft.set({
    ...draft,
    checkoutId: crypto.randomUUID(),
    selectedPlan: plan ?? draft.selectedPlan,
    extraFeatures,
  });
}
