import type { Tx } from '../../../db/transaction.ts';
import { DAY, HOUR } from '../clock.ts';
import { isStaff } from '../roles.ts';
import type { Services } from '../services.ts';
import type { Limit } from './rate-limiter.ts';

const text = 'You have sent many notices in a short time. Please wait a while and try again.';

const OF_BUYER: Limit[] = [
  { name: 'notices in an hour', most: 30, per: HOUR, text },
  { name: 'notices in a day', most: 100, per: DAY, text },
];
const OF_STAFF: Limit[] = [{ name: 'notices of staff', most: 300, per: HOUR, text }];

/**
 * Counts a mail or notification that what a person does here sends to somebody else, whatever it is about. Throws 429
 * above the limit, so that nothing of it happens. Jobs and reports of the provider have no actor and are not limited.
 */
export async function takeNotice(tx: Tx, { actor, limits }: Services, to?: string): Promise<void> {
  if (!actor || actor.id === to) return;
  for (const limit of isStaff(actor) ? OF_STAFF : OF_BUYER) await limits.take(limit, actor.id, tx);
}
