import { Hono } from 'hono';
import type { Database } from '../../../../db/database.ts';
import type { Env } from '../../../platform/http/env.ts';
import { type ResponseCache, sendPublicJson } from '../../../platform/http/response-cache.ts';
import { listPublished } from '../content/kinds.ts';
import { isShopOpen } from '../shop.ts';
import { type ProjectDto, projectKind, toPublicProjectDto } from './kind.ts';

/** The past work that is published: what the owner has saved since is not public yet. */
export function projects(
  { db }: Database,
  cached: ResponseCache,
  published: () => ProjectDto[] | undefined,
) {
  const saved = async () => ((await isShopOpen(db)) ? listPublished(db, projectKind) : []);
  const list = async () => ({
    success: true as const,
    data: (published() ?? (await saved())).map(toPublicProjectDto),
  });
  return new Hono<Env>().get('/get-project', async (c) =>
    sendPublicJson(c, await cached('projects', list)),
  );
}
