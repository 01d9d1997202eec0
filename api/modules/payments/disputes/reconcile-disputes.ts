import { HOUR, iso, later } from '../../../platform/clock.ts';
import type { ProviderDispute } from '../../../platform/payment-provider/disputes.ts';
import type { Services } from '../../../platform/services.ts';
import { runSequentially } from '../run-sequentially.ts';
import { applyDisputeState } from './apply-dispute-state.ts';
import { listDisputesById, listUndecidedDisputes } from './queries.ts';

const PAGE = 100;

/**
 * Reads the provider's list of disputes, newest first, until a page has no changes. Then fetches undecided
 * ones that were not on these pages. So a lost webhook has no effect.
 */
export async function reconcileDisputes(services: Services, stop: AbortSignal): Promise<void> {
  const { db } = services.store;
  const seen = new Set<string>();
  for (let skip = 0; !stop.aborted; skip += PAGE) {
    const page = await services.provider.listDisputes({ count: PAGE, skip });
    for (const { id } of page) seen.add(id);
    const changed = await listChanged(services, page);
    await settleEach(services, changed, stop);
    if (page.length < PAGE || changed.length === 0) break;
  }
  const hourAgo = later(services.clock(), -HOUR);
  const unseen = (await listUndecidedDisputes(db))
    .filter((each) => !seen.has(each.id) && each.checked_at < hourAgo)
    .map((each) => each.id);
  await settleEach(services, unseen, stop);
}

/** Returns the ids of disputes on a page that are unknown or differ from the stored state. */
async function listChanged({ store }: Services, page: ProviderDispute[]): Promise<string[]> {
  const known = new Map(
    (
      await listDisputesById(
        store.db,
        page.map(({ id }) => id),
      )
    ).map((each) => [each.id, each]),
  );
  return page
    .filter((reported) => {
      const row = known.get(reported.id);
      return (
        !row ||
        row.status !== reported.status ||
        row.phase !== reported.phase ||
        (row.currency === reported.currency && row.deducted !== reported.amount_deducted) ||
        row.respond_by !== iso(new Date(reported.respond_by * 1000))
      );
    })
    .map(({ id }) => id);
}

const settleEach = (services: Services, ids: string[], stop: AbortSignal): Promise<void> =>
  runSequentially(services, ids, {
    logMessage: 'a dispute could not be checked',
    stop,
    work: async (id) => void (await applyDisputeState(services, id)),
  });
