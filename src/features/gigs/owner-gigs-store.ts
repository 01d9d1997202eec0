import type { WithPictures } from '../../../api/modules/catalog/content/pictures.ts';
import { BLANK_GIG } from '../../../api/modules/catalog/gigs/form-rules.ts';
import type { GigBody } from '../../../api/modules/catalog/gigs/schema.ts';
import { createContentStore } from '../../admin/edit/content-store.ts';
import { adminApi } from '../../admin/requests.ts';

/** What the owner edits; its pictures have an address to show them. */
export type GigForm = WithPictures<GigBody>;

export const gigStore = createContentStore(adminApi.gigs, {
  one: 'gig',
  many: 'gigs',
  blank: BLANK_GIG as GigForm,
});
