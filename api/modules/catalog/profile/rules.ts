import type { ProfileBody } from './schema.ts';

/** The maximum number of each kind of entry in the profile. */
export const PROFILE_LIMITS = {
  paragraphs: 8,
  languages: 8,
  groups: 3,
  skillsInGroup: 12,
  skills: 60,
  counters: 3,
  links: 8,
  showcase: 12,
  tech: 8,
  overview: 4,
  templates: 20,
  heroIcons: 12,
  strip: 24,
  reviewPictures: 4,
  testimonials: 12,
  /** Characters of the logo's SVG. */
  logo: 20_000,
} as const;

type Named = Pick<ProfileBody, 'name'> & { brand: Pick<ProfileBody['brand'], 'studio'> };

/** What the shop is called. */
export const studioName = ({ brand, name }: Named): string => brand.studio || name || 'Studio';

/** The one to three letters of the logo. */
export function monogramOf(profile: Named & { brand: { monogram: string } }): string {
  const words = studioName(profile).split(/\s+/).slice(0, 2);
  return profile.brand.monogram || words.map((word) => [...word][0]?.toUpperCase()).join('');
}

export const SERIES_RULE =
  'Please enter a letter, then a letter or digit other than I, R and C, which invoices, refunds and credit notes have.';

/** Why these cannot be the letters of receipt numbers; '' if they can. */
export const seriesProblem = (letters: string): string =>
  /^[A-Z][A-BD-HJ-QS-Z\d]$/.test(letters.trim().toUpperCase()) ? '' : SERIES_RULE;
