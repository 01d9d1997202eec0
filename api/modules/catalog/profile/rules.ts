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
  testimonials: [],
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
