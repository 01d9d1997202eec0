import type { PlanDates } from '../../../api/modules/orders/order-dates.ts';
import { setText } from '../../lib/dom-patch.ts';
import { shortDay } from '../../lib/format.ts';

// The page shows the dates of the day on which it was made; others may have ordered since.
const places = [...document.querySelectorAll<HTMLElement>('[data-dates]')];

async function refresh(gigId: string): Promise<void> {
  const response = await fetch(`/api/v1/gig/availability/${gigId}`);
  if (!response.ok) return;
  const { plans } = (await response.json()) as { plans: PlanDates[] };
  for (const place of places) {
    const dates = plans.find(({ planType }) => planType === place.dataset['dates']);
    if (!dates) continue;
    setText(place, 'ordered', 'Order today,');
    setText(place, 'ready', shortDay(dates.deliverBy));
    setText(place, 'starts', shortDay(dates.startsOn));
  }
}

const gigId = places[0]?.dataset['gig'];
// Without an answer the page keeps its own dates, which say of which day they are.
if (gigId) refresh(gigId).catch(() => {});
