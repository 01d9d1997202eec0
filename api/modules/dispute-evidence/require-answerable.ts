import type { Dispute } from '../../../db/schema.ts';
import { iso } from '../../platform/clock.ts';
import { ApiError } from '../../platform/http/errors.ts';
import type { Services } from '../../platform/services.ts';
import { findDispute } from '../payments/disputes/queries.ts';
import { UNKNOWN_DISPUTE } from '../payments/disputes/rules.ts';
import { DEADLINE_PASSED, NOT_ANSWERABLE } from './texts.ts';

/** Returns the dispute if it can still be answered. Throws otherwise. */
export async function requireAnswerable(services: Services, id: string): Promise<Dispute> {
  const dispute = await findDispute(services.store.db, id);
  if (!dispute) throw new ApiError(404, UNKNOWN_DISPUTE);
  if (dispute.status !== 'open') throw new ApiError(409, NOT_ANSWERABLE);
  if (dispute.respond_by < iso(services.clock())) throw new ApiError(409, DEADLINE_PASSED);
  return dispute;
}
