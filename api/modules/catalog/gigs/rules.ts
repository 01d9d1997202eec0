export const UNKNOWN_GIG = 'There is no such gig.';
export const CHANGED_ELSEWHERE =
  'This was saved in another tab meanwhile. Nothing was overwritten: load that version, or save yours over it.';
export const NOTHING_TO_UNDO = 'There is nothing to undo.';
export const ORDER_CHANGED = 'The list has changed meanwhile. Load it again.';
export const SAME_PLAN_TYPE = 'Each package needs a name of its own.';
export const PICTURE_GONE = 'One of the pictures is no longer there. Add it again.';

export const MOST_PLANS = 4;
export const MOST_PICTURES = 8;
export const MOST_EXTRAS = 20;
export const MOST_QUESTIONS = 20;
export const MOST_FEATURES = 20;
export const DESCRIPTION_MOST = 20_000;

export type PublicationStatus = 'draft' | 'published' | 'retired';

interface Filled {
  description: string;
  pictures: unknown[];
  PricingPlans: unknown[];
}

/** What visitors would miss; a gig is published only when nothing is. */
export function missingFor(gig: Filled): string[] {
  const missing: string[] = [];
  if (!gig.description.replace(/<[^<>]*>/g, '').trim()) missing.push('a description');
  if (gig.pictures.length === 0) missing.push('a picture');
  if (gig.PricingPlans.length === 0) missing.push('a package');
  return missing;
}

export const incompleteMessage = (missing: string[]): string =>
  `Visitors would miss ${missing.join(' and ')}. Add it, or keep this as a draft.`;
