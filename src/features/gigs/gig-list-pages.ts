import type { CatalogReader } from '../../../api/modules/site/build/catalog-reader.ts';

/** The pages of the list of gigs after the first, which is /my-gig. */
export const laterGigListPages = (catalog: CatalogReader): string[] =>
  Array.from({ length: catalog.gigPages() - 1 }, (_, at) => String(at + 2));

export const GIG_LIST_DESCRIPTION =
  'Service packages with fixed prices: full-stack applications, websites and WordPress work, each ' +
  'with plans, delivery days and revisions written down.';
