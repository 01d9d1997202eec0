import { defineEvent } from '../../platform/events.ts';

/** The owner has saved what the legal pages say. */
export const legalPagesChanged = defineEvent<object>('legal.pagesChanged');
