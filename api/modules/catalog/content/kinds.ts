import { Hono } from 'hono';
import type { Db } from '../../../../db/database.ts';
import type { Env } from '../../../platform/http/env.ts';
import { articleKind } from '../articles/kind.ts';
import { gigKind } from '../gigs/kind.ts';
import { projectKind } from '../projects/kind.ts';
import { itemRoutes } from './item-routes.ts';
import type { ContentKind, StoredItem } from './kind.ts';
import { listPublishedItems } from './queries.ts';

/** All kinds of content, by the name that they have in the catalog of a release. */
export const KINDS = { gigs: gigKind, projects: projectKind, articles: articleKind };

/** The routes to edit them; mounted behind the owner's guard. */
export const contentItemRoutes = new Hono<Env>()
  .route('/gigs', itemRoutes(gigKind))
  .route('/projects', itemRoutes(projectKind))
  .route('/articles', itemRoutes(articleKind));

type Kinds = typeof KINDS;
export type Many = keyof Kinds;
export type KindName = Kinds[Many]['one'];

type DtoOf<Kind extends ContentKind> = Awaited<ReturnType<Kind['toDtos']>>[number];

/** What visitors see of each kind. */
export type Published = { [Name in Many]: DtoOf<Kinds[Name]>[] };

export const MANY = Object.keys(KINDS) as Many[];
export const ALL_KINDS: readonly ContentKind[] = Object.values(KINDS);

/** Lists the published items of a kind as visitors see them, in the owner's order. */
export const listPublished = async <Kind extends ContentKind>(
  db: Db,
  kind: Kind,
): Promise<DtoOf<Kind>[]> =>
  kind.toDtos(db, await listPublishedItems<StoredItem<Kind['blank']>>(db, kind)) as Promise<
    DtoOf<Kind>[]
  >;

/** Lists of all kinds. */
export const ofEachKind = <Item>(make: (many: Many) => Item) =>
  Object.fromEntries(MANY.map((many) => [many, make(many)])) as Record<Many, Item>;

export async function listAllPublished(db: Db): Promise<Published> {
  const lists = await Promise.all(ALL_KINDS.map((kind) => listPublished(db, kind)));
  return Object.fromEntries(MANY.map((many, at) => [many, lists[at]])) as unknown as Published;
}

export const NOTHING = ofEachKind(() => []) as Published;
