import { transaction } from '../../../db/transaction.ts';
import { iso } from '../../platform/clock.ts';
import { emit } from '../../platform/events.ts';
import type { Services } from '../../platform/services.ts';
import { replyChanged, reviewReplied } from './events.ts';
import { lockReview } from './queries.ts';

/** Sets or deletes the owner's reply to a review. Only the first reply notifies its author. */
export async function replyToReview(services: Services, id: string, reply: string): Promise<void> {
  await transaction(services, async (tx) => {
    const before = await lockReview(tx, id);
    const at = iso(services.clock());
    await tx
      .updateTable('reviews')
      .set(reply ? { reply, replied_at: at } : { reply: null, replied_at: null })
      .where('id', '=', id)
      .execute();
    if (reply && !before.reply) await emit(tx, services, reviewReplied, { review: before, reply });
    else await emit(tx, services, replyChanged, {});
  });
}
