import { MINUTE } from '../../platform/clock.ts';
import type { Limit } from '../../platform/rate-limiting/rate-limiter.ts';
import { MESSAGES_FAST } from './texts.ts';

/** Messages of a person. */
export const MESSAGES: Limit = { name: 'messages', most: 120, per: MINUTE, text: MESSAGES_FAST };

/** Uploads of a person. */
export const UPLOADS: Limit = { name: 'uploads', most: 30, per: 5 * MINUTE, text: MESSAGES_FAST };

/** Concurrent uploads of a person. Each is held in the memory of this process while it is read and re-encoded. */
export const PARALLEL_UPLOADS = { atOnce: 3, waiting: 20 };
