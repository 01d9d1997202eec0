import type { Db } from '../../../../db/database.ts';
import { lockName } from '../../../../db/engine.ts';
import type { PublicationStatus } from '../../../../db/schema/states.ts';
import { transaction } from '../../../../db/transaction.ts';
import { iso } from '../../../platform/clock.ts';
import { emit } from '../../../platform/events.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { CHANGED_ELSEWHERE } from '../../../platform/saving/texts.ts';
import type { Services } from '../../../platform/services.ts';
import { catalogChanged, itemPublished } from '../events.ts';
import { type AdminItem, toAdminItem } from './dto.ts';
import type { ContentKind, StoredItem } from './kind.ts';
import { picturesIn } from './picture-rules.ts';
import { checkPictures } from './pictures.ts';
import {
  findItem,
  findItemBySlug,
  insertItem,
  latestVersion,
  type NewItem,
  reorderItems,
  storeVersion,
  updateItem,
} from './queries.ts';
import {
  incompleteMessage,
  isReservedSlug,
  LIST_CHANGED,
  NOTHING_TO_UNDO,
  slugOf,
  slugTaken,
} from './rules.ts';

type Body<Kind extends ContentKind> = Kind['blank'];
type Whole<Kind extends ContentKind> = Body<Kind> & { status: PublicationStatus };

/** The item that a call names, as its editor shows it. Throws 404 if it does not exist. */
export async function requireItem<Kind extends ContentKind>(
  db: Db,
  kind: Kind,
  id: string,
): Promise<AdminItem<Body<Kind>>> {
  const item = await toAdminItem(db, kind, id);
  if (!item) throw unknown(kind);
  return item;
}

const unknown = ({ one }: ContentKind) => new ApiError(404, `There is no such ${one}.`);

/** Creates an item as a draft. */
export async function createItem<Kind extends ContentKind>(
  services: Services,
  kind: Kind,
  body: Body<Kind>,
): Promise<AdminItem<Body<Kind>>> {
  const id = newId();
  services.audit?.setSubject(id);
  return transaction(services, async (tx) => {
    await insertDraft(tx, kind, { now: iso(services.clock()), body, id, isImported: false });
    return requireItem(tx, kind, id);
  });
}

/** Inserts an item as a draft, the last in the owner's order. */
export async function insertDraft<Kind extends ContentKind>(
  tx: Db,
  kind: Kind,
  {
    body,
    isImported = true,
    ...row
  }: Omit<NewItem, 'document'> & { body: Body<Kind>; isImported?: boolean },
): Promise<void> {
  await checkPictures(tx, body);
  const sent = isImported ? await withBound(tx, kind, body) : body;
  const whole = await withSlug(tx, kind, { id: row.id, body: sent, isImported });
  await insertItem(tx, kind, { ...row, document: kind.toDocument?.(whole) ?? whole });
}

/** A document from a file with what the one of the same address here may not lose. */
async function withBound<Kind extends ContentKind>(tx: Db, kind: Kind, body: Body<Kind>) {
  const twin = kind.bind && body.slug && (await findItemBySlug(tx, kind, body.slug));
  const stored = twin && (await findItem<StoredItem<Body<Kind>>>(tx, kind, twin.id));
  return stored && kind.bind ? (kind.bind(body, stored.body) as Body<Kind>) : body;
}

/** Which item of which version a change is for. */
interface At {
  id: string;
  version: number;
}

/** Saves the form; `version` is the one with which it was loaded. A field that it lacks stays. */
export const saveItem = <Kind extends ContentKind>(
  services: Services,
  kind: Kind,
  at: At,
  sent: Partial<Body<Kind>>,
) =>
  change(services, kind, at, ({ body, status }) => {
    const next = { ...body, ...sent };
    return { ...(kind.bind?.(next, body) ?? next), status };
  });

export const setItemStatus = <Kind extends ContentKind>(
  services: Services,
  kind: Kind,
  at: At,
  status: PublicationStatus,
) => change(services, kind, at, ({ body }) => ({ ...body, status }));

/** Restores the version before the last change. A second undo restores the change. */
export const undoItem = <Kind extends ContentKind>(services: Services, kind: Kind, at: At) =>
  change(services, kind, at, async (_, tx) => {
    const last = await latestVersion(tx, kind, at.id);
    if (!last) throw new ApiError(409, NOTHING_TO_UNDO);
    return { ...kind.blank, ...JSON.parse(last.body) };
  });

/** Writes the next state of an item. The version before it is stored, so that it can be undone. */
function change<Kind extends ContentKind>(
  services: Services,
  kind: Kind,
  { id, version }: At,
  next: (before: StoredItem<Body<Kind>>, tx: Db) => Whole<Kind> | Promise<Whole<Kind>>,
): Promise<AdminItem<Body<Kind>>> {
  const now = iso(services.clock());
  return transaction(services, async (tx) => {
    await lockName(tx, `${kind.one} ${id}`);
    const before = await findItem<StoredItem<Body<Kind>>>(tx, kind, id);
    if (!before) throw unknown(kind);
    const { status, ...body } = await next(before, tx);
    const missing = [
      ...(kind.missing?.(body) ?? []),
      ...(picturesIn(body).every(({ alt }) => alt) ? [] : ['what a picture shows']),
    ];
    if (status === 'published' && missing.length > 0) {
      throw new ApiError(400, incompleteMessage(missing));
    }
    if (status === 'published') await emit(tx, services, itemPublished, { kind: kind.one, body });
    const whole = await withSlug<Body<Kind>>(tx, kind, { id, body, before: before.body });
    const document = JSON.stringify(kind.toDocument?.(whole) ?? whole);
    const slug = whole.slug === undefined ? {} : { slug: whole.slug };
    const to = { status, updated_at: now, body: document, ...slug };
    if (!(await updateItem(tx, kind, { id, version }, to)))
      throw new ApiError(409, CHANGED_ELSEWHERE);
    await checkPictures(tx, body);
    const stored = JSON.stringify({ ...before.body, status: before.status });
    await storeVersion(tx, { kind: kind.one, item_id: id, version, body: stored, saved_at: now });
    if ([before.status, status].includes('published')) {
      await emit(tx, services, catalogChanged, {});
    }
    return requireItem(tx, kind, id);
  });
}

/** Stores a new order of all items of a kind. */
export const saveOrder = (services: Services, kind: ContentKind, ids: string[]): Promise<void> =>
  transaction(services, async (tx) => {
    if (!(await reorderItems(tx, kind, ids))) throw new ApiError(409, LIST_CHANGED);
    await emit(tx, services, catalogChanged, {});
  });

type Addresses = Pick<ContentKind['blank'], 'slug' | 'formerSlugs'>;

/** Every address that a document had in one of these states, the newest first. */
const former = (slug: string, ...states: (Addresses | undefined)[]): string[] => {
  const all = states.flatMap((state) => [state?.slug, ...(state?.formerSlugs ?? [])]);
  return [...new Set(all)].filter((each): each is string => Boolean(each) && each !== slug);
};

/**
 * The document with the address of its page: an empty one is made of the title. Throws 400 when another item has the one that
 * the owner wrote; one that is imported gets the next free.
 */
async function withSlug<Body extends ContentKind['blank']>(
  tx: Db,
  kind: ContentKind,
  {
    id,
    body,
    before,
    isImported,
  }: { id: string; body: Body; before?: Body | undefined; isImported?: boolean },
): Promise<Body> {
  if (body.slug === undefined) return body;
  await lockName(tx, `slugs of ${kind.many}`);
  const wanted = body.slug || slugOf(body.title) || id.slice(-6);
  for (let slug = wanted, next = 2; ; slug = `${wanted}-${next}`, next += 1) {
    if (isReservedSlug(slug)) continue;
    const other = await findItemBySlug(tx, kind, slug);
    if (!other || other.id === id)
      return {
        ...body,
        slug,
        formerSlugs: former(slug, before, { formerSlugs: body.formerSlugs }),
      };
    if (body.slug && !isImported)
      throw new ApiError(400, slugTaken(other.title), { field: 'slug' });
  }
}
