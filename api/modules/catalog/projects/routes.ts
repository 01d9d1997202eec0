import { Hono } from 'hono';
import type { Store } from '../../../../db/connect.ts';
import type { Env } from '../../../platform/http/env.ts';
import { publicJson } from '../../../platform/http/headers.ts';
import { type ResponseCache, sendJson } from '../../../platform/http/response-cache.ts';
import { toProjectDtos } from './dto.ts';

export function projects({ db }: Store, cached: ResponseCache) {
  const list = async () => ({ success: true as const, data: await toProjectDtos(db) });
  return new Hono<Env>().get('/get-project', publicJson, async (c) =>
    sendJson(c, await cached('projects', list)),
  );
}
