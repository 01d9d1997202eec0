import { findGig } from '../../api/modules/catalog/gigs/queries.ts';
import type { GigDocument } from '../../api/modules/catalog/gigs/schema.ts';
import type { Db } from '../../db/database.ts';

/** Changes the stored document of a gig, without the dashboard and its checks. */
export async function changeGig(
  tx: Db,
  id: string,
  change: (body: GigDocument) => Partial<GigDocument>,
): Promise<void> {
  const gig = await findGig(tx, id);
  if (!gig) throw new Error(`there is no gig ${id}`);
  const body = JSON.stringify({ ...gig.body, ...change(gig.body) });
  await tx.updateTable('gigs').set({ body }).where('id', '=', id).execute();
}

/** Raises all prices of a gig's plans by this many rupees. */
export const raisePrices = (tx: Db, id: string, rupees: number): Promise<void> =>
  changeGig(tx, id, ({ PricingPlans }) => ({
    PricingPlans: PricingPlans.map((plan) => ({ ...plan, price: plan.price + rupees })),
  }));

/** Whether the files of later orders of a gig open with the part due on delivery. */
export const setOpensWhenPaid = (
  tx: Db,
  { id, opensWhenPaid }: { id: string; opensWhenPaid: boolean },
): Promise<void> =>
  changeGig(tx, id, ({ PricingPlans }) => ({
    PricingPlans: PricingPlans.map(({ opensWhenPaid: _, ...plan }) =>
      opensWhenPaid ? { ...plan, opensWhenPaid } : plan,
    ),
  }));
