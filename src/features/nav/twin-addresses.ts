import type { CatalogReader } from '../../../api/modules/site/build/catalog-reader.ts';

// Every public page has a twin in Markdown, at its address with .md, made of the same content.

const PAGES = ['/', '/my-work', '/my-gig', '/seller', '/security'];
/** Pages of one item; later pages of a list have none, because the twin of the first has all. */
const ITEM = /^\/(my-gig|my-work|articles)\/[^/]+$/;

export const twinOf = (path: string): string => `${path === '/' ? '/index' : path}.md`;

/** The pages with a twin that are no page of an item. */
export const pagesWithTwin = (catalog: CatalogReader): string[] =>
  catalog.isOpen()
    ? [
        ...PAGES,
        ...catalog.sections().map(({ path }) => path),
        ...catalog.legalPages().map(({ path }) => path),
      ]
    : [];

export const hasTwin = (path: string, catalog: CatalogReader): boolean =>
  ITEM.test(path) || pagesWithTwin(catalog).includes(path);
