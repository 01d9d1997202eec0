export type PublicationStatus = 'draft' | 'published' | 'retired';

interface Filled {
  description: string;
  pictures: unknown[];
  PricingPlans: unknown[];
}

/** Lists what a gig still needs before it can be published. */
export function missingFields(gig: Filled): string[] {
  const missing: string[] = [];
  if (!gig.description.replace(/<[^<>]*>/g, '').trim()) missing.push('a description');
  if (gig.pictures.length === 0) missing.push('a picture');
  if (gig.PricingPlans.length === 0) missing.push('a package');
  return missing;
}

export const incompleteMessage = (missing: string[]): string =>
  `Visitors would miss ${missing.join(' and ')}. Add it, or keep this as a draft.`;
