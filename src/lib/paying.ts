import { atom } from 'nanostores';

/** A payment is or was under way on this page: the page itself says how it went, once. */
export const $payingHere = atom(false);
