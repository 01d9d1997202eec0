import { atom } from 'nanostores';

/** Whether a payment was started on this page, which then reports its result itself. */
export const $paymentStarted = atom(false);
