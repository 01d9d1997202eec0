import { defineEvent } from '../../platform/events.ts';

/** The owner has saved what the public pages say about the seller. */
export const sellerProfileChanged = defineEvent<{ name: string }>('catalog.seller-profile-changed');

/** What visitors see of gigs or projects is another than before; drafts that stay drafts are no event. */
export const catalogChanged = defineEvent<object>('catalog.changed');
