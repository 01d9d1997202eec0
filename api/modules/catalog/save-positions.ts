import { transaction } from '../../../db/transaction.ts';
import { emit } from '../../platform/events.ts';
import { ApiError } from '../../platform/http/errors.ts';
import type { Services } from '../../platform/services.ts';
import { catalogChanged } from './events.ts';
import { LIST_CHANGED } from './gigs/texts.ts';
import { reorder } from './position-queries.ts';

/** Stores a new order of all gigs or all projects. */
export const savePositions = (
  services: Services,
  table: Parameters<typeof reorder>[1],
  ids: string[],
): Promise<void> =>
  transaction(services, async (tx) => {
    if (!(await reorder(tx, table, ids))) throw new ApiError(409, LIST_CHANGED);
    await emit(tx, services, catalogChanged, {});
  });
