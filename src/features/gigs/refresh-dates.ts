import type { PlanDates } from '../../../api/modules/orders/order-dates.ts';
import { setText } from '../../lib/dom-patch.ts';
import { shortDay } from '../../lib/format.ts';

// The page says in how many days a package is ready, of the day on which it was made; others may have ordered since.
const places = [...document.querySelectorAll<HTMLElement>('[data-dates]')];

async function refresh(gigId: string): Promise<void> {
  const response = await fetch(`/api/v1/gig/availability/${gigId}`);
  if (!response.ok) return;
  const { plans, noDates, today } = (await response.json()) as {
    plans: PlanDates[];
    noDates?: string;
    today?: string;
  };
  for (const place of places) {
    const dates = plans.find(({ planType }) => planType === place.dataset['dates']);
    const days = Number(place.dataset['days']);
    const ready = dates?.deliverBy ?? (today && dayAfter(today, days));
    if (ready) setText(place, 'ready', `by ${shortDay(ready)}`);
    else if (noDates) place.querySelector('[data-part="promise"]')?.remove();
    if (dates) setText(place, 'starts', shortDay(dates.startsOn));
  }
}

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

const gigId = places[0]?.dataset['gig'];
// Without an answer the page keeps what it says.
if (gigId) refresh(gigId).catch(() => {});
