import type { Db } from '../../../db/database.ts';
import { lockName } from '../../../db/engine.ts';
import type { Version } from '../../../db/schema.ts';
import { transaction } from '../../../db/transaction.ts';
import { iso } from '../../platform/clock.ts';
import { emit } from '../../platform/events.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { CHANGED_ELSEWHERE } from '../../platform/saving/texts.ts';
import type { Services } from '../../platform/services.ts';
import { catalogChanged } from './events.ts';
import type { PublicationStatus } from './gigs/rules.ts';
import { NOTHING_TO_UNDO } from './gigs/texts.ts';
import { latestVersion, storeVersion } from './version-queries.ts';

type Whole<Body> = Body & { status: PublicationStatus };

interface EditedItem<Dto, Body> {
  kind: Version['kind'];
  /** Finds an item. Throws 404 if it does not exist. */
  find(tx: Db, id: string): Promise<Dto>;
  /** The fields of an item that a save writes and an undo restores. */
  bodyOf(item: Dto): Whole<Body>;
  /** Optimistic locking: writes only if the version is still the same. Returns false otherwise. */
  write(
    tx: Db,
    at: { id: string; version: number; now: string },
    to: Whole<Body>,
  ): Promise<boolean>;
}

/**
 * Save, publish and undo for a gig or a project. Each change stores the version before it, so that it can be
 * undone.
 */
export function createVersionedEditor<Dto extends { status: PublicationStatus }, Body>(
  item: EditedItem<Dto, Body>,
) {
  function change(
    services: Services,
    id: string,
    version: number,
    next: (before: Dto, tx: Db) => Whole<Body> | Promise<Whole<Body>>,
  ): Promise<Dto> {
    const now = iso(services.clock());
    return transaction(services, async (tx) => {
      await lockName(tx, `${item.kind} ${id}`);
      const before = await item.find(tx, id);
      const written = await item.write(tx, { id, version, now }, await next(before, tx));
      if (!written) throw new ApiError(409, CHANGED_ELSEWHERE);
      const body = JSON.stringify(item.bodyOf(before));
      await storeVersion(tx, { kind: item.kind, item_id: id, version, body, saved_at: now });
      const after = await item.find(tx, id);
      if ([before.status, after.status].includes('published')) {
        await emit(tx, services, catalogChanged, {});
      }
      return after;
    });
  }

  return {
    /** Saves the form; `version` is the one with which it was loaded. A field that it lacks stays. */
    save: (services: Services, id: string, version: number, body: Partial<Body>) =>
      change(services, id, version, (before) => ({ ...item.bodyOf(before), ...body })),
    setStatus: (services: Services, id: string, version: number, status: PublicationStatus) =>
      change(services, id, version, (before) => ({ ...item.bodyOf(before), status })),
    /** Restores the version before the last change. A second undo restores the change. */
    undo: (services: Services, id: string, version: number) =>
      change(services, id, version, async (_, tx) => {
        const last = await latestVersion(tx, item.kind, id);
        if (!last) throw new ApiError(409, NOTHING_TO_UNDO);
        return JSON.parse(last.body) as Whole<Body>;
      }),
  };
}
