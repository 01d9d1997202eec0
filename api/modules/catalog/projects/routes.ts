import { Hono } from 'hono';
import type { Database } from '../../../../db/database.ts';
import type { Env } from '../../../platform/http/env.ts';
import { type ResponseCache, sendPublicJson } from '../../../platform/http/response-cache.ts';
import { isShopOpen } from '../shop.ts';
import { type ProjectDto, toProjectDtos, toPublicProjectDto } from './dto.ts';

/** The past work that is published: what the owner has saved since is not public yet. */
export function projects(
  { db }: Database,
  cached: ResponseCache,
  published: () => ProjectDto[] | undefined,
) {
  const list = async () => {
    const all = published() ?? ((await isShopOpen(db)) ? await toProjectDtos(db) : []);
    return { success: true as const, data: all.map(toPublicProjectDto) };
  };
  return new Hono<Env>().get('/get-project', async (c) =>
    sendPublicJson(c, await cached('projects', list)),
  );
}
