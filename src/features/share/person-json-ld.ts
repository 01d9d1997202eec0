import type { CatalogReader } from '../../../api/modules/site/build/catalog-reader.ts';

/** The seller as a schema.org Person; `site` is the URL of the home page. */
export function personJsonLd(profile: CatalogReader['profile'], site: string): object {
  const portrait = profile('portrait');
  return {
    '@type': 'Person',
    '@id': `${site}#person`,
    name: profile('name'),
    jobTitle: profile('role'),
    description: profile('sentence'),
    url: site,
    ...(portrait && { image: new URL(portrait.url, site).href }),
    email: `mailto:${profile('email')}`,
    address: {
      '@type': 'PostalAddress',
      addressLocality: profile('location').split(',')[0],
      addressCountry: profile('country'),
    },
    knowsLanguage: profile('languages').map(({ name }) => name),
    sameAs: profile('social')
      .filter(({ href }) => href.startsWith('https'))
      .map(({ href }) => href),
  };
}
