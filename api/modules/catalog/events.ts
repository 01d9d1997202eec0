import { defineEvent } from '../../platform/events.ts';

/** The owner has saved the public texts about the seller. */
export const sellerProfileChanged = defineEvent<{ name: string }>('catalog.sellerProfileChanged');

/** The owner has saved when orders are taken. */
export const availabilityChanged = defineEvent<object>('catalog.availabilityChanged');

/** An item is saved as published: a subscriber throws when visitors must not see it. */
export const itemPublished = defineEvent<{ kind: string; body: object }>('catalog.itemPublished');

/** The public gigs or projects have changed. A change that is only in a draft emits nothing. */
export const catalogChanged = defineEvent<object>('catalog.changed');
