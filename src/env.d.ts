import type { CatalogReader } from '../api/modules/site/build/catalog-reader.ts';

declare global {
  namespace App {
    interface Locals {
      /** The catalog as this page reads it; a publish records what the page has read. */
      catalog: CatalogReader;
      /** The file of a picture's URL. */
      pictureBytes: (url: string) => Promise<Buffer | undefined>;
    }
  }
}
