import { DEFAULT_ACCENT } from './accent-rules.ts';
import type { ProfileBody } from './schema.ts';

/** A new shop's profile. What an older program did not store is read with the value here. */
export const BLANK_PROFILE: ProfileBody = {
  brand: { studio: '', monogram: '', logo: '', accent: DEFAULT_ACCENT, series: 'RV' },
  ...{ name: '', handle: '', role: '', tagline: '', sentence: '', location: '', country: '' },
  ...{ email: '', portrait: null, languages: [], about: [], aboutShort: '', memberSince: '' },
  ...{ responseHours: null, lastDelivery: '', lastOnline: '', heroIcons: [], frameworks: [] },
  ...{ deployment: [], skillsHeading: '', skillGroups: [], skills: [] },
  ...{ statsHeading: '', statsSubheading: '', counters: [], social: [], showcase: [] },
  ...{ reviewsHeading: '', customersSay: '', customersSayNote: '', reviewPictures: [] },
  ...{ testimonials: [], hiddenFromModels: false },
  ...{ overview: [], struckCharges: false, replyTemplates: [], deliveryTemplates: [] },
};

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
