import { defineEvent } from '../../platform/events.ts';

/** What visitors see of gigs or projects is another than before; drafts that stay drafts are no event. */
export const catalogChanged = defineEvent<object>('catalog.changed');
