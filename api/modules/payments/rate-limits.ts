import { HOUR, SECOND } from '../../platform/clock.ts';
import type { Limit } from '../../platform/rate-limiting/rate-limiter.ts';
import { PROVIDER_ASKED, PROVIDER_ASKED_OFTEN } from './texts.ts';

/** Limits checks at the provider that a buyer starts, per order. */
export const REFRESHES_OF_ORDER: Limit = {
  name: 'asking the bank',
  most: 1,
  per: 30 * SECOND,
  text: PROVIDER_ASKED,
};
/** Limits the same checks per buyer. */
export const REFRESHES_OF_BUYER: Limit = {
  name: 'asking the bank, of a buyer',
  most: 30,
  per: HOUR,
  text: PROVIDER_ASKED_OFTEN,
};
