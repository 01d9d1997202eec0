import { Hono } from 'hono';
import type { Store } from '../../db/connect.ts';
import type { Door } from '../lib/door.ts';
import type { Env } from '../lib/env.ts';
import { answer, prepare } from '../lib/prepared.ts';
import { presentProjects } from './present.ts';

export function projects(store: Store, door: Door) {
  const list = prepare(store, ['projects', 'pictures'], async () => ({
    success: true as const,
    data: await presentProjects(store.db),
  }));
  door.add('/api/v1/client/get-project', list);
  return new Hono<Env>().get('/get-project', (c) => answer(c, list));
}
