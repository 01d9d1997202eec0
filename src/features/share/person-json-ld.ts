import { social } from '../../content/links.ts';
import { profile } from '../../content/profile.ts';

/** The seller as a schema.org Person; `site` is the URL of the home page. */
export const personJsonLd = (site: string): object => ({
  '@type': 'Person',
  '@id': `${site}#person`,
  name: profile.name,
  jobTitle: profile.role,
  description: profile.heroSentence,
  url: site,
  image: new URL('/img/portrait-640.webp', site).href,
  email: `mailto:${profile.email}`,
  address: {
    '@type': 'PostalAddress',
    addressLocality: profile.location.split(',')[0],
    addressCountry: profile.country,
  },
  knowsLanguage: profile.languages.map(({ name }) => name),
  sameAs: social.filter(({ href }) => href.startsWith('https')).map(({ href }) => href),
});
