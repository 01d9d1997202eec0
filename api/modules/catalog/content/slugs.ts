import type { Db } from '../../../../db/database.ts';
import { lockName } from '../../../../db/engine.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import type { ContentKind } from './kind.ts';
import { findItemBySlug } from './queries.ts';
import { isReservedSlug, slugOf } from './rules.ts';
import { slugTaken } from './texts.ts';

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
export async function withSlug<Body extends ContentKind['blank']>(
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
