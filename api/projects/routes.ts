import { Hono } from 'hono';
import type { Store } from '../../db/connect.ts';
import type { Env } from '../lib/env.ts';
import { publicJson } from '../lib/headers.ts';
import { type ResponseCache, sendJson } from '../lib/response-cache.ts';
import { presentProjects } from './present.ts';

export function projects({ db }: Store, cached: ResponseCache) {
  const list = async () => ({ success: true as const, data: await presentProjects(db) });
  return new Hono<Env>().get('/get-project', publicJson, async (c) =>
    sendJson(c, await cached('projects', list)),
  );
}
