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
