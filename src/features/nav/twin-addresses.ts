import { isItemPage, PAGES } from '../../../api/modules/catalog/public-page-rules.ts';
import type { CatalogReader } from '../../../api/modules/site/build/catalog-reader.ts';

// Every public page has a twin in Markdown, at its address with .md, made of the same content.

export const twinOf = (path: string): string => `${path === '/' ? '/index' : path}.md`;

/** The public pages that are no page of an item. Later pages of a list are none: the twin of the first has all. */
export const listedPages = (catalog: CatalogReader) =>
  catalog.isOpen()
    ? [
        ...PAGES,
        ...catalog.sections(),
        ...catalog
          .legalPages()
          .map(({ path, title }) => ({ path, label: title, about: undefined })),
      ]
    : [];

export const hasTwin = (path: string, catalog: CatalogReader): boolean =>
  isItemPage(path) || listedPages(catalog).some((page) => page.path === path);
