import { persistentAtom } from '@nanostores/persistent';
import { computed } from 'nanostores';
import type { PlanDto } from '../../../api/modules/catalog/gigs/dto.ts';
import { MAX_EXTRA_QUANTITY } from '../../../api/modules/orders/limits.ts';
import { type PaymentType, totalOf } from '../../../api/modules/orders/rules.ts';
import { toPaise, toRupees } from '../../../api/platform/money/rules.ts';

type DraftPlan = Omit<PlanDto, '_id'>;

interface DraftExtra {
  id: string;
  name: string;
  description: string;
  price: number;
  quantity: number;
}

/** What the buyer is about to order; prices in rupees, for display: the server computes the total. */
export interface Draft {
  /** Makes placing idempotent: one checkout, one order. */
  checkoutId: string;
  gigId: string;
  title: string;
  thumbnailImage: { url: string };
  selectedPlan: DraftPlan;
  extraFeatures: DraftExtra[];
  /** Full when absent. */
  paymentType?: PaymentType;
  /** Set once the first milestone is paid; the draft is then used to pay the remainder. */
  orderId?: string;
}

/** Whether the stored value is a draft, not outdated or corrupt. */
function isDraft(stored: unknown): stored is Draft {
  const draft = stored as Partial<Draft> | null;
  return (
    typeof draft?.checkoutId === 'string' &&
    typeof draft.gigId === 'string' &&
    typeof draft.title === 'string' &&
    typeof draft.thumbnailImage?.url === 'string' &&
    typeof draft.selectedPlan?.price === 'number' &&
    Array.isArray(draft.selectedPlan.features) &&
    Array.isArray(draft.extraFeatures)
  );
}

export const $draft = persistentAtom<Draft | null>('draft', null, {
  encode: JSON.stringify,
  decode: (text) => {
    try {
      const stored: unknown = JSON.parse(text);
      return isDraft(stored) ? stored : null;
    } catch {
      return null;
    }
  },
});

export const $paymentType = computed($draft, (draft): PaymentType => draft?.paymentType ?? 'Full');

/** Rupees. */
export const $total = computed($draft, (draft) => (draft ? draftTotal(draft) : 0));

const inPaise = <T extends { price: number }>(item: T): T => ({
  ...item,
  price: toPaise(item.price),
});

export const draftTotal = (draft: Draft): number =>
  toRupees(totalOf(inPaise(draft.selectedPlan), draft.extraFeatures.map(inPaise)));

/** Starts a draft; for the same gig the chosen extras stay. */
export function chooseGig(choice: {
  gigId: string;
  title: string;
  thumbnailImage: { url: string };
  plan: DraftPlan;
}): void {
  const open = $draft.get();
  const same = open?.gigId === choice.gigId && !open.orderId;
  $draft.set({
    checkoutId: crypto.randomUUID(),
    gigId: choice.gigId,
    title: choice.title,
    thumbnailImage: choice.thumbnailImage,
    selectedPlan: choice.plan,
    extraFeatures: same ? open.extraFeatures : [],
  });
}

/** Adds the extra, or removes it. A changed cart is a new checkout. */
export function toggleExtra(extra: {
  _id: string;
  name: string;
  description: string;
  price: number;
}): void {
  edit((draft) => {
    const chosen = draft.extraFeatures.some((each) => each.id === extra._id);
    if (chosen) return draft.extraFeatures.filter((each) => each.id !== extra._id);
    const { _id: id, name, description, price } = extra;
    return [...draft.extraFeatures, { id, name, description, price, quantity: 1 }];
  });
}

export function setQuantity(extraId: string, quantity: number): void {
  const limited = Math.min(MAX_EXTRA_QUANTITY, Math.max(1, Math.trunc(quantity) || 1));
  edit((draft) =>
    draft.extraFeatures.map((each) =>
      each.id === extraId ? { ...each, quantity: limited } : each,
    ),
  );
}

/** A changed cart or payment type is a new checkout, unless the order is already placed. */
export function newCheckout(change: { paymentType?: PaymentType } = {}): void {
  const draft = $draft.get();
  if (draft && !draft.orderId) {
    $draft.set({ ...draft, ...change, checkoutId: crypto.randomUUID() });
  }
}

export function rememberOrder(orderId: string): void {
  const draft = $draft.get();
  if (draft) $draft.set({ ...draft, orderId });
}

export const dropDraft = (): void => $draft.set(null);

function edit(toExtras: (draft: Draft) => DraftExtra[]): void {
  const draft = $draft.get();
  if (!draft || draft.orderId) return;
  $draft.set({
    ...draft,
    checkoutId: crypto.randomUUID(),
    extraFeatures: toExtras(draft),
  });
}
