import type { Db } from '../../../db/database.ts';
import type { Order } from '../../../db/schema.ts';
import { transaction } from '../../../db/transaction.ts';
import { iso } from '../../platform/clock.ts';
import { emit } from '../../platform/events.ts';
import { ApiError } from '../../platform/http/errors.ts';
import type { Services } from '../../platform/services.ts';
import { requirementsSaved } from './events.ts';
import { takesRequirements } from './rules.ts';
import { REQUIREMENTS_CLOSED } from './texts.ts';

export async function findRequirements(db: Db, orderId: string) {
  const row = await db
    .selectFrom('order_requirements')
    .selectAll()
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  if (!row) return null;
  return { text: row.text, links: JSON.parse(row.links) as string[], updatedAt: row.updated_at };
}

export type RequirementsDto = NonNullable<Awaited<ReturnType<typeof findRequirements>>>;

/** Stores the buyer's requirements. They can be replaced as long as the order is open. */
export async function saveRequirements(
  services: Services,
  order: Order,
  input: { text: string; links: string[] },
): Promise<void> {
  const state = { orderStatus: order.shown_status, paymentInfo: { paidAmount: order.paid } };
  if (!takesRequirements(state)) throw new ApiError(409, REQUIREMENTS_CLOSED);
  const now = iso(services.clock());
  const columns = { text: input.text, links: JSON.stringify(input.links), updated_at: now };
  await transaction(services, async (tx) => {
    await tx
      .insertInto('order_requirements')
      .values({ order_id: order.id, created_at: now, ...columns })
      .onConflict((conflict) => conflict.column('order_id').doUpdateSet(columns))
      .execute();
    await emit(tx, services, requirementsSaved, { order, at: now });
  });
}
