import { Hono } from 'hono';
import type { Database } from '../../../../db/database.ts';
import type { Env } from '../../../platform/http/env.ts';
import { type ResponseCache, sendPublicJson } from '../../../platform/http/response-cache.ts';
import { toProjectDtos } from './dto.ts';

export function projects({ db }: Database, cached: ResponseCache) {
  const list = async () => ({ success: true as const, data: await toProjectDtos(db) });
  return new Hono<Env>().get('/get-project', async (c) =>
    sendPublicJson(c, await cached('projects', list)),
  );
}
